(() => {
  const entries = [...document.querySelectorAll('.entry')]
  const find = document.getElementById('find'), found = document.getElementById('found')
  const none = document.getElementById('none'), all = document.getElementById('all')
  const heads = () => entries.filter(e => !e.hidden).map(e => e.firstElementChild)

  // An entry's words are read when they are first asked for: names, route, places, downstreams.
  const words = new Map()
  const wordsOf = e => {
    if (!words.has(e)) words.set(e, e.textContent.toLowerCase())
    return words.get(e)
  }
  const filter = () => {
    const terms = find.value.toLowerCase().split(/\s+/).filter(Boolean)
    let n = 0
    for (const e of entries) {
      e.hidden = !terms.every(t => wordsOf(e).includes(t))
      if (!e.hidden) n++
    }
    found.textContent = terms.length ? n + ' of ' + entries.length : ''
    none.hidden = n > 0 || entries.length === 0
  }
  find.addEventListener('input', filter)

  const openAll = yes => {
    for (const e of entries) if (!e.hidden) e.open = yes
    all.setAttribute('aria-pressed', String(yes))
    all.textContent = yes ? 'Close all' : 'Open all'
  }
  all.addEventListener('click', () => openAll(all.getAttribute('aria-pressed') !== 'true'))

  if (innerWidth <= 720) document.querySelector('.key').open = false // the entries come first where there is little room

  const step = { ArrowDown: 1, ArrowUp: -1 }
  document.addEventListener('keydown', k => {
    if (k.ctrlKey || k.metaKey || k.altKey) return
    const typing = k.target.matches('input[type=search], textarea, select')
    if (k.key === '/' && !typing) {
      k.preventDefault()
      find.focus()
      find.select()
    } else if (k.key === 'Escape' && k.target === find) {
      find.value = ''
      filter()
    } else if (k.key === 'ArrowDown' && k.target === find) {
      k.preventDefault()
      heads()[0]?.focus()
    } else if (k.target.matches('.entry > summary')) {
      const list = heads(), i = list.indexOf(k.target)
      let to = null
      if (k.key in step) to = list[i + step[k.key]]
      else if (k.key === 'Home') to = list[0]
      else if (k.key === 'End') to = list[list.length - 1]
      else if (k.key === 'ArrowRight') k.target.parentElement.open = true
      else if (k.key === 'ArrowLeft') k.target.parentElement.open = false
      else return
      k.preventDefault()
      to?.focus()
    }
  })

  // Paper has no summaries to open; browsers that show closed details on it need no help.
  let closed = []
  addEventListener('beforeprint', () => {
    closed = [...document.querySelectorAll('details:not([open])')]
    for (const e of closed) e.open = true
  })
  addEventListener('afterprint', () => { for (const e of closed) e.open = false })

  const go = () => {
    const e = document.getElementById(decodeURIComponent(location.hash.slice(1)))
    if (e?.matches('.entry')) {
      e.open = true
      e.scrollIntoView()
    }
  }
  addEventListener('hashchange', go)
  go()
})()
