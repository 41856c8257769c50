import { visible } from './visible.js'

/** What has been refused, in the words of the API. It can be given the focus, so that it is read at once. */
export function Alert({ message }: { readonly message: string }) {
  return (
    <div role="alert" class="alert" tabIndex={-1}>
      <p>{visible(message)}</p>
    </div>
  )
}
