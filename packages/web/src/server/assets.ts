// Assets of the pages: built files, and the style sheet of the theme.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { styleOf, type Theme } from './theme.js'

/** The built files by their purpose. */
export interface Manifest {
  readonly script: string
  /** The script of lists and bugs that runs it once they are painted. */
  readonly start: string
  /** The style with which lists and bugs begin. */
  readonly style: string
  /** The style of what lists and bugs open, and of all other pages. */
  readonly more: string
  /** Both, for all other pages. */
  readonly all: string
  readonly icon: string
  /** The scripts that those of all other pages import. */
  readonly shared: readonly string[]
  /** The script that shows Markdown. */
  readonly markdown: string
  /** The form for reports of other programs. */
  readonly report: string
  /** The script of each page that is loaded on demand. */
  readonly pages: Readonly<Record<string, string>>
}

export interface Assets {
  readonly manifest: Manifest
  /** The style sheet of the theme, where there is one, and the logo. */
  readonly themeStyle: string | undefined
  readonly logo: string | undefined
  /** A built file as `/-/assets/NAME` gives it; undefined when there is none. */
  readonly built: (name: string, acceptEncoding: string) => Promise<Response | undefined>
  /** Files made from the theme, such as `/-/NAME`. */
  readonly ofTheme: (name: string) => Response | undefined
}

const types: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
}

/** @throws Error when nothing was built */
export function createAssets(folder: URL, theme: Theme): Assets {
  const manifest = readManifest(folder)
  const names = new Set(readdirSync(folder))
  const style = styleOf(theme)
  const themeStyle = style === '' ? undefined : `theme-${hashOf(style)}.css`
  const logo = theme.logo && `logo-${hashOf(theme.logo.data)}`
  return {
    manifest,
    themeStyle,
    logo,
    async built(name, acceptEncoding) {
      const type = types[name.slice(name.lastIndexOf('.') + 1)]
      if (!names.has(name) || type === undefined) return undefined
      const encoding = encodings.find(([code]) => acceptEncoding.includes(code))
      const file = encoding ? `${name}.${encoding[1]}` : name
      const bytes = await readFile(new URL(file, folder))
      return unchanging(bytes, type, encoding && { 'Content-Encoding': encoding[0] })
    },
    ofTheme(name) {
      if (name === themeStyle) return unchanging(Buffer.from(style), 'text/css; charset=utf-8')
      if (theme.logo && name === logo) return unchanging(theme.logo.data, theme.logo.type, sandboxed)
      return undefined
    },
  }
}

const encodings = [
  ['br', 'br'],
  ['gzip', 'gz'],
] as const

/** A picture is a document when its URL is opened. */
const sandboxed = { 'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox" }

function unchanging(bytes: Uint8Array, type: string, more: Readonly<Record<string, string>> = {}): Response {
  return new Response(bytes as Uint8Array<ArrayBuffer>, {
    headers: {
      'Content-Type': type,
      'Content-Length': String(bytes.length),
      'Cache-Control': 'public, max-age=31536000, immutable',
      'X-Content-Type-Options': 'nosniff',
      'Cross-Origin-Resource-Policy': 'same-origin',
      Vary: 'Accept-Encoding',
      ...more,
    },
  })
}

function readManifest(folder: URL): Manifest {
  try {
    return JSON.parse(readFileSync(new URL('manifest.json', folder), 'utf8')) as Manifest
  } catch (cause) {
    throw new Error(
      `The files of the pages are missing in ${folder.pathname}: build the package first. A program that has bundled it keeps @trackerkit/web external in its bundler.`,
      { cause },
    )
  }
}

function hashOf(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex').slice(0, 8)
}
