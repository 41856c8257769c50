// The documentation site: pages and sidebar are written by scripts/site/main.ts.
import { readFileSync } from 'node:fs'
import { defineConfig } from 'vitepress'
import { slugOf } from '../../scripts/site/slug.ts'

const sidebar = JSON.parse(readFileSync(new URL('pages/sidebar.json', import.meta.url), 'utf8'))

export default defineConfig({
  title: 'TrackerKit',
  description: 'An issue tracker to embed in your program or to run as a server',
  srcDir: '.vitepress/pages',
  cleanUrls: true,
  markdown: { anchor: { slugify: slugOf } },
  themeConfig: {
    sidebar,
    outline: [2, 3],
    search: { provider: 'local' },
  },
})
