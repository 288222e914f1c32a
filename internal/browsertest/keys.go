package browsertest

import "testing"

// keyCodes are the virtual key codes of keys that write nothing, which Chromium acts upon.
var keyCodes = map[string]int{
	"Tab": 9, "Enter": 13, "Escape": 27, "End": 35, "Home": 36, "ArrowLeft": 37, "ArrowUp": 38, "ArrowRight": 39, "ArrowDown": 40,
}

// Press presses keys one after the other, as a person at the keyboard would: "Tab", "Enter", "ArrowDown", or a character.
func (p *Page) Press(t testing.TB, keys ...string) {
	t.Helper()
	p.must(t, "Emulation.setFocusEmulationEnabled", map[string]any{"enabled": true}, nil)
	for _, key := range keys {
		params := map[string]any{"type": "keyDown", "key": key}
		switch code := keyCodes[key]; {
		case key == "Enter":
			params["text"] = "\r"
			params["windowsVirtualKeyCode"] = code
		case code > 0:
			params["windowsVirtualKeyCode"] = code
		default:
			params["text"] = key
		}
		p.must(t, "Input.dispatchKeyEvent", params, nil)
		params["type"] = "keyUp"
		delete(params, "text")
		p.must(t, "Input.dispatchKeyEvent", params, nil)
	}
}
