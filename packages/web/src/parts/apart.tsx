// Parts of long pages that the server renders one by one, so that others have their turn between two of them.
import { createContext, type ComponentChild } from 'preact'
import { useContext } from 'preact/hooks'

/** Keeps a part for later, and returns the text that marks its place. Undefined in the browser. */
type SetApart = (part: ComponentChild) => string

const ApartContext = createContext<SetApart | undefined>(undefined)
export const ApartProvider = ApartContext.Provider

/** A part that depends only on the app: no other context reaches it on the server. */
export function Apart({ children }: { readonly children: ComponentChild }) {
  const setApart = useContext(ApartContext)
  return <>{setApart ? setApart(children) : children}</>
}
