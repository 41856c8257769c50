// Untranslated words on a page: those without accents that are not data.
import type { Page } from '@trackerkit/test-browser'

/** Texts of a page without accents, and the data that the API returned to it. */
const unaccented = (page: Page) =>
  page.evaluate(() => {
    const said: string[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const within = node.parentElement
      // Contents of files, what one types, and names that the browser knows, such as those of time zones.
      const isData =
        within?.closest('pre, code, table.keys th') ??
        (within instanceof HTMLOptionElement && within.value === within.text)
      if (!isData && !within?.closest('script, noscript, time')) said.push(node.textContent ?? '')
    }
    for (const one of document.querySelectorAll('[aria-label], [title], [placeholder], [alt]')) {
      if (one.closest('time')) continue
      for (const name of ['aria-label', 'title', 'placeholder', 'alt']) said.push(one.getAttribute(name) ?? '')
    }
    return { said: [document.title, ...said], told: document.getElementById('data')?.textContent ?? '' }
  })

/** Words of formats, which the browser provides, and of URLs in API responses. */
const known = /^(https?|MB|kB|[AP]M|GMT|UTC)$/

/** The words on a page that are neither of the foreign language nor data; `data`: data that the page received later. */
export async function strangeWordsOf(page: Page, data: string): Promise<string[]> {
  const { said, told } = await unaccented(page)
  const words = said.flatMap((text) => text.match(/(?<!\p{L})[A-Za-z]{2,}(?!\p{L})/gu) ?? [])
  const isData = (word: string) => `${told} ${data}`.includes(word)
  // Names in capitals, such as IN_PROGRESS, are shown as words.
  return [...new Set(words)].filter((word) => !known.test(word) && !isData(word) && !isData(word.toUpperCase()))
}
