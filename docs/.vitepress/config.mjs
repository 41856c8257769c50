// The documentation site: pages and sidebar are written by scripts/site/main.ts.
import { readFileSync } from 'node:fs'
import { defineConfig } from 'vitepress'

const sidebar = JSON.parse(readFileSync(new URL('pages/sidebar.json', import.meta.url), 'utf8'))

export default defineConfig({
  title: 'TrackerKit',
  description: 'An issue tracker to embed in your program or to run as a server',
  srcDir: '.vitepress/pages',
  cleanUrls: true,
  markdown: { anchor: { slugify } },
  themeConfig: {
    sidebar,
    outline: [2, 3],
    search: { provider: 'local' },
  },
})

/** As GitHub does, because links in documents lead there too. */
function slugify(title) {
  return title
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')
}
