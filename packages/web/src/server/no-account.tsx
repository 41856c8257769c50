// The page of users of the host without an account in the tracker.
import { definePage } from '../page/define.js'
import type { Opened } from '../page/page.js'
import { visible } from '../parts/visible.js'
import { serverTexts } from '../texts/english/server.js'
import { anonymousAddress, type RequestContext } from './request-context.js'

const page = definePage<string>({
  load: () => Promise.resolve(''),
  title: (name) => serverTexts.noAccount(name),
  status: () => 403,
  View: NoAccount,
})

function NoAccount({ data }: { readonly data: string }) {
  return (
    <div class="plain-page">
      <h1>{visible(serverTexts.noAccount(data))}</h1>
      <p>{serverTexts.withoutAccount}</p>
    </div>
  )
}

export function noAccount(context: RequestContext, name: string): Opened {
  const entry = { name: 'no-account', pattern: context.path, open: () => page }
  return { kind: 'page', entry, page, data: name as never, address: anonymousAddress(context) }
}
