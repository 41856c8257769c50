// What a page says that is in no language: it has no accent, and is no data.
import type { Page } from '@trackerkit/test-browser'

/** What a page shows or tells without an accent, with what it was told by the API. */
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

/** Words of formats, which come with the browser, and of addresses that the API tells. */
const known = /^(https?|MB|kB|[AP]M|GMT|UTC)$/

/** The words on a page that are neither of the foreign language nor data; `data`: what the page was told in another way than at first. */
export async function strangeWordsOf(page: Page, data: string): Promise<string[]> {
  const { said, told } = await unaccented(page)
  const words = said.flatMap((text) => text.match(/(?<!\p{L})[A-Za-z]{2,}(?!\p{L})/gu) ?? [])
  return [...new Set(words)].filter((word) => !known.test(word) && !`${told} ${data}`.includes(word))
}
