// How much of what people have written becomes more than text on one page: links and quotes are what costs.

/** The amount left for a page. Texts take from it in the order of the document, so server and browser agree. */
export interface LinkBudget {
  links: number
  quotes: number
}

export const mostLinksInText = 200

export function createLinkBudget(): LinkBudget {
  return { links: 2000, quotes: 4000 }
}
