(() => {
  const found = []
  const say = (...words) => found.push(words.join(' '))
  const wide = document.documentElement.clientWidth

  if (document.documentElement.scrollWidth > wide)
    say('the page is', document.documentElement.scrollWidth, 'px wide in a window of', wide)

  const ids = new Set()
  for (const e of document.querySelectorAll('[id]')) {
    if (ids.has(e.id)) say('id', e.id, 'is there twice')
    ids.add(e.id)
  }
  for (const svg of document.querySelectorAll('svg[role=img]')) {
    const words = (svg.getAttribute('aria-labelledby') || '').split(/\s+/).map(id => document.getElementById(id))
    if (words.length === 0 || words.some(e => !e)) say('a picture has no title or description:', svg.getAttribute('aria-labelledby'))
  }

  // Colours: [r, g, b, a], a and the result of over between 0 and 1.
  const parse = text => {
    const m = /^rgba?\(([\d.]+),\s*([\d.]+),\s*([\d.]+)(?:,\s*([\d.]+))?\)$/.exec(text)
    return m && [+m[1], +m[2], +m[3], m[4] === undefined ? 1 : +m[4]]
  }
  const over = (top, below) => [0, 1, 2].map(i => top[i] * top[3] + below[i] * (1 - top[3])).concat(1)
  const light = c => {
    const [r, g, b] = c.slice(0, 3).map(v => (v /= 255) <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b
  }
  const contrast = (a, b) => {
    const [x, y] = [light(a), light(b)].sort((p, q) => q - p)
    return (x + 0.05) / (y + 0.05)
  }
  // paint is the colour with which an element covers what is behind it, null if with none.
  const paint = e => {
    const style = getComputedStyle(e)
    const by = !(e instanceof SVGElement) || e.tagName === 'svg' ? 'backgroundColor' : e.tagName === 'line' ? 'stroke' : 'fill'
    const c = parse(style[by])
    if (!c || e instanceof SVGTextElement || e instanceof SVGTSpanElement) return null
    return [c[0], c[1], c[2], c[3] * (e instanceof SVGElement ? +style.fillOpacity : 1) * +style.opacity]
  }
  const ground = matchMedia('(prefers-color-scheme: dark)').matches ? [18, 18, 18, 1] : [255, 255, 255, 1]
  // behind is what is seen at a point below element e, with or without what e itself paints.
  const behind = (e, x, y, itself = !(e instanceof SVGElement)) => {
    const layers = []
    let below = false
    for (const at of document.elementsFromPoint(x, y)) {
      if (at === e) { below = true; if (!itself) continue }
      if (!below && !at.contains(e)) continue
      const c = paint(at)
      if (c && c[3] > 0) layers.push(c)
    }
    return layers.reverse().reduce((under, c) => over(c, under), ground)
  }
  const visible = e => e.checkVisibility({ opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true })
  const scrolls = e => {
    for (; e; e = e.parentElement) if (/auto|scroll/.test(getComputedStyle(e).overflowX)) return true
    return false
  }

  const texts = []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    const node = walker.currentNode, e = node.parentElement
    if (!node.textContent.trim() || !visible(e) || e.closest('title, desc, style, script')) continue
    if (e.tagName === 'DETAILS' && !e.open) continue // text right in it has no element of its own to ask
    const range = document.createRange()
    range.selectNodeContents(node)
    for (const r of range.getClientRects()) {
      if (r.width < 1 || r.height < 1) continue
      texts.push({ e, words: node.textContent.trim().replace(/\s+/g, ' ').slice(0, 60), l: r.left, r: r.right, t: r.top, b: r.bottom })
    }
  }
  for (const x of texts) {
    if ((x.l < -0.5 || x.r > wide + 0.5) && !scrolls(x.e)) say('cut off at the side:', JSON.stringify(x.words))
    const style = getComputedStyle(x.e)
    const c = parse(x.e instanceof SVGElement ? style.fill : style.color)
    if (!c) { say('no plain colour:', JSON.stringify(x.words)); continue }
    let under = behind(x.e, (x.l + x.r) / 2, (x.t + x.b) / 2)
    const edge = style.paintOrder.startsWith('stroke') && parseFloat(style.strokeWidth) >= 2 && parse(style.stroke)
    if (edge) under = over(edge, under) // letters with an edge of their own below them stand on that
    const ratio = contrast(over(c, under), under)
    if (ratio < 4.5) say('contrast', ratio.toFixed(1), 'of', JSON.stringify(x.words))
  }
  // Lines of text may touch: what counts is the middle of each, where the letters are.
  const inner = x => ({ l: x.l + 1, r: x.r - 1, t: x.t + (x.b - x.t) * 0.2, b: x.b - (x.b - x.t) * 0.2 })
  for (let i = 0; i < texts.length; i++) {
    const a = inner(texts[i])
    for (let j = i + 1; j < texts.length; j++) {
      const b = inner(texts[j])
      if (a.l < b.r && b.l < a.r && a.t < b.b && b.t < a.b) say(JSON.stringify(texts[i].words), 'and', JSON.stringify(texts[j].words), 'cover each other')
    }
  }

  for (const e of document.querySelectorAll('.bar, [data-graphic]')) {
    if (!visible(e)) continue
    const r = e.getBoundingClientRect(), style = getComputedStyle(e)
    const edge = parseFloat(style.borderLeftWidth) > 0 && parse(style.borderLeftColor)
    const c = e instanceof SVGElement ? parse(style.stroke) || parse(style.fill) : edge || parse(style.backgroundColor)
    if (!c) { say('no plain colour:', e.getAttribute('class')); continue }
    const under = behind(e, (r.left + r.right) / 2, (r.top + r.bottom) / 2, false)
    const ratio = contrast(over(c, under), under)
    if (ratio < 3) say('contrast', ratio.toFixed(1), 'of a graphic:', e.getAttribute('class'))
  }
  return found
})()
