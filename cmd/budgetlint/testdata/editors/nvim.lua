-- Drives Neovim through what a person does: open, read a finding, take a fix, save. Prints one line a step.
local function say(...) io.stdout:write(table.concat({ ... }, " "), "\n") end
local function wait(what, ok)
  if not vim.wait(60000, ok, 20) then
    say("timed out:", what)
    vim.cmd("cquit 3")
  end
end
local function shown()
  local list = {}
  for _, d in ipairs(vim.diagnostic.get(0)) do
    table.insert(list, (d.lnum + 1) .. " " .. d.code .. " " .. d.severity)
  end
  table.sort(list)
  return table.concat(list, ", ")
end

local function main()
  dofile(vim.env.SNIPPET)
  vim.cmd("edit " .. vim.env.FILE)
  wait("a diagnostic", function() return shown() ~= "" end)
  say("opened:", shown())
  local first = vim.diagnostic.get(0)[1]
  vim.fn.search([[PingContext]])
  local hover = vim.lsp.buf_request_sync(0, "textDocument/hover", vim.lsp.util.make_position_params(), 60000)
  for _, r in pairs(hover) do
    say("hover:", (r.result.contents.value:gsub("\n.*", "")))
  end

  -- An edit that is not saved: the finding moves along.
  vim.api.nvim_buf_set_lines(0, 0, 0, false, { "// 𝒳 a line more" })
  wait("the finding one line lower", function() return shown():match("^" .. (first.lnum + 2) .. " ") end)
  say("edited:", shown())

  local chosen
  vim.ui.select = function(items, opts, on_choice)
    for _, item in ipairs(items) do
      local title = opts.format_item(item)
      say("offered:", title)
      chosen = chosen or item
    end
    on_choice(chosen)
  end
  vim.api.nvim_win_set_cursor(0, { first.lnum + 2, first.col })
  vim.lsp.buf.code_action()
  wait("a code action", function() return chosen end)
  wait("no diagnostic", function() return shown() == "" end)
  say("fixed:", shown() == "" and "nothing left" or shown())
  vim.cmd("silent write")
end

local ok, err = pcall(main)
if not ok then
  say(err)
  vim.cmd("cquit 2")
end
vim.cmd("qall!")
