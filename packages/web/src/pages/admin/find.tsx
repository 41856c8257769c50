// A field that filters the page by its address.
import { useEffect, useId, useRef } from 'preact/hooks'
import { useApp } from '../../state/app.js'

/** Milliseconds after the last key. */
const pause = 200

export function Find({ path, find }: { readonly path: string; readonly find: string }) {
  const { texts, href, go, ahead } = useApp()
  const id = useId()
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const stop = () => clearTimeout(timer.current)
  useEffect(() => stop, [])
  const follow = (text: string) => {
    stop()
    void go(path + (text === '' ? '' : `?${new URLSearchParams({ find: text })}`), { replace: true })
  }
  return (
    <form
      class="find"
      action={href(path)}
      onSubmit={(event) => {
        event.preventDefault()
        const text = new FormData(event.currentTarget).get('find')
        if (typeof text === 'string') follow(text)
      }}
    >
      <label for={id}>{texts.admin.find}</label>
      <input
        id={id}
        name="find"
        type="text"
        autocomplete="off"
        spellcheck={false}
        defaultValue={find}
        onInput={({ currentTarget: { value } }) => {
          stop()
          timer.current = setTimeout(() => {
            // The user may have gone to another page.
            if ((ahead()?.path ?? path) === path) follow(value)
          }, pause)
        }}
      />
    </form>
  )
}
