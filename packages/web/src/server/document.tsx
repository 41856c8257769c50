// Renders a page as HTML: the head, the markup of the components, and the data for hydration.
import type { App, SiteSettings } from '../state/app.js'
import type { FirstData } from '../state/first-data.js'
import { packed } from '../state/packed.js'
import { isBare } from '../state/more-styles.js'
import type { Who } from '../page/who.js'
import type { Assets, Manifest } from './assets.js'
import type { Answer } from './operations.js'

interface DocumentParts {
  /** The markup of the components. */
  readonly body: string
  readonly assets: Assets
  /** The scripts of the page that are not in the main one. */
  readonly scripts: readonly string[]
  readonly answers: readonly (readonly [question: string, answer: Answer])[]
  readonly site: SiteSettings
  readonly who: Who | null
  readonly now: number
  readonly since: string | undefined
  /** Load scripts that hydrate the page. */
  readonly isTakenOver: boolean
}

export function writeDocument(app: App, parts: DocumentParts): string {
  const { body, assets, scripts, answers, site, who, now, since, isTakenOver } = parts
  const { manifest, themeStyle } = assets
  const asset = (name: string) => app.href(`/-/assets/${name}`)
  const first: FirstData = { site, who, now }
  return `<!doctype html>
<html lang="${app.texts.language}"${themeOf(who)}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escaped(`${app.title.value}`)}</title>
${stylesOf(app, manifest, asset)}
${themeStyle === undefined ? '' : `<link rel="stylesheet" href="${app.href(`/-/${themeStyle}`)}">\n`}<link rel="icon" href="${asset(manifest.icon)}" type="image/svg+xml">
${waitsForWhole(app) ? '<link rel="expect" href="#data" blocking="render" media="(width < 900px)">\n' : ''}${isTakenOver ? scriptsOf(app, manifest, scripts, asset) : ''}
</head>
<body>
<div id="app">${body}</div>
${isTakenOver ? `<script type="application/json" id="data"${since === undefined ? '' : ` data-since="${escaped(since)}"`}>${dataBlock(first, answers)}</script>` : ''}
</body>
</html>
`
}

/** Where a bug has one column, the fields are shown above the comments, which the browser reads, and would paint, first. */
function waitsForWhole({ shown: { value } }: App): boolean {
  return value.kind === 'page' && value.entry.name === 'bug'
}

function stylesOf({ shown: { value } }: App, { style, more, all }: Manifest, asset: (name: string) => string): string {
  return isBare(value)
    ? `<link rel="stylesheet" href="${asset(style)}">\n<meta name="more-styles" content="${asset(more)}">`
    : `<link rel="stylesheet" href="${asset(all)}">`
}

function scriptsOf(
  { shown: { value } }: App,
  { script, start }: Manifest,
  preload: readonly string[],
  asset: (name: string) => string,
): string {
  const links = preload.map((name) => `<link rel="modulepreload" href="${asset(name)}">`)
  const scripts = isBare(value)
    ? [
        `<link rel="modulepreload" id="main" href="${asset(script)}">`,
        `<script type="module" src="${asset(start)}"></script>`,
      ]
    : [`<script type="module" src="${asset(script)}"></script>`]
  return [...links, ...scripts].join('\n')
}

/** The user's color scheme if it overrides the system's. */
function themeOf(who: Who | null): string {
  const theme = who?.preferences.theme ?? 'system'
  return theme === 'system' ? '' : ` data-theme="${theme}"`
}

/** JSON that no text in it can end. */
function dataBlock(first: FirstData, answers: DocumentParts['answers']): string {
  const pairs = answers.map(
    ([question, { status, body }]) =>
      `${JSON.stringify(question)}:[${status},${body === '' ? 'null' : JSON.stringify(packed(JSON.parse(body)))}]`,
  )
  return `{"first":${JSON.stringify(first)},"answers":{${pairs.join(',')}}}`.replaceAll('<', '\\u003c')
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.codePointAt(0)};`)
}
