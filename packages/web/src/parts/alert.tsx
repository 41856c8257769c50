import { visible } from './visible.js'

/** An error of the API. It can take the focus, for screen readers to read it at once. */
export function Alert({ message }: { readonly message: string }) {
  return (
    <div role="alert" class="alert" tabIndex={-1}>
      <p>{visible(message)}</p>
    </div>
  )
}
