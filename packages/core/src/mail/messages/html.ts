// Messages as HTML: no scripts, no pictures, nothing from elsewhere; everything that people wrote is escaped. Pure.
import type { Part } from './text.js'

export function htmlOf(parts: readonly Part[]): string {
  const body = parts
    .map(blockOf)
    .filter((block) => block !== '')
    .join('\n')
  return `<!DOCTYPE html>\n<html>\n<head><meta charset="utf-8"></head>\n<body>\n${body}\n</body>\n</html>\n`
}

export function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
}

function blockOf(part: Part): string {
  if ('line' in part) return paragraph(linked(part.line, part.url ?? null))
  if ('table' in part) return table(part.table, part.hasHead === true)
  if ('comment' in part) {
    const heading = part.heading === '' ? '' : paragraph(`<b>${linked(part.heading, part.url)}</b>`)
    return `${heading}${part.html ?? `<pre style="white-space: pre-wrap">${escaped(part.comment)}</pre>`}`
  }
  if ('footer' in part) {
    if (part.footer.length === 0) return ''
    return `<hr>\n<ul>${part.footer.map((line) => `<li>${escaped(line)}</li>`).join('')}</ul>`
  }
  return paragraph(part.heading === '' ? '' : `<b>${escaped(part.heading)}</b>`)
}

function paragraph(html: string): string {
  return html === '' ? '' : `<p>${html}</p>`
}

/** The text as a link; without text, the address itself. Addresses of other kinds than the web's are no links. */
function linked(text: string, url: string | null): string {
  if (url === null || !/^https?:/i.test(url)) return escaped(text)
  return `<a href="${escaped(url)}">${escaped(text === '' ? url : text)}</a>`
}

function table(rows: readonly (readonly string[])[], hasHead: boolean): string {
  if (rows.length === 0) return ''
  const made = rows.map((cells, index) => {
    const tag = hasHead && index === 0 ? 'th' : 'td'
    return `<tr>${cells.map((cell) => `<${tag} align="left" valign="top">${escaped(cell)}</${tag}>`).join('')}</tr>`
  })
  return `<table border="1" cellspacing="0" cellpadding="6">\n${made.join('\n')}\n</table>`
}
