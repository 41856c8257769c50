// Limits how much text of users becomes links and quotes on one page: these are expensive.

/** The amount left for a page. Texts take from it in the order of the document, so server and browser agree. */
export interface LinkBudget {
  links: number
  quotes: number
}

export const mostLinksInText = 200

export function createLinkBudget(): LinkBudget {
  return { links: 2000, quotes: 4000 }
}
