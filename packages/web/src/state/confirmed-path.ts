/** The page after a login in a separate window, which notifies the page that waits for it. */
export const confirmedPath = '/login/confirmed'
