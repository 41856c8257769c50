// A complete page: the frame and the route's content.
import type { ComponentType } from 'preact'
import type { Failure, MissingKind, PageAddress } from '../page/page.js'
import { useApp } from '../state/app.js'
import { FailureAlert } from './alert.js'
import { Layout } from './layout.js'
import { Link } from './link.js'
import { LogInLink } from './log-in-link.js'
import { visible } from './visible.js'

export function Shell() {
  const { value } = useApp().shown
  return <Layout>{value.kind === 'page' ? <View {...value} /> : <Other {...value} />}</Layout>
}

interface ViewProps {
  readonly page: { readonly View: ComponentType<{ readonly data: never; readonly address: PageAddress }> }
  readonly data: never
  readonly address: PageAddress
}

function View({ page, data, address }: ViewProps) {
  const Of = page.View
  return <Of data={data} address={address} />
}

type OtherProps =
  | { readonly kind: 'missing'; readonly missing: MissingKind; readonly what: string }
  | { readonly kind: 'failed'; readonly failure: Failure }

function Other(props: OtherProps) {
  return (
    <div class="plain-page">
      {props.kind === 'missing' ? (
        <MissingPage missing={props.missing} what={props.what} />
      ) : (
        <FailedPage failure={props.failure} />
      )}
    </div>
  )
}

/** The same for hidden and for absent things. */
function MissingPage({ missing, what }: { readonly missing: MissingKind; readonly what: string }) {
  const app = useApp()
  const { texts, who } = app
  return (
    <>
      <h1>{visible(texts.missing[missing](what))}</h1>
      <p>{missing === 'page' ? texts.missingMore.page : texts.missingMore.hidden}</p>
      <p class="ways">
        {!who && missing !== 'page' && <LogInLink>{texts.missingMore.logIn}</LogInLink>}
        <Link to="/bugs?status=__open__">{texts.missingMore.allBugs}</Link>
      </p>
    </>
  )
}

function FailedPage({ failure }: { readonly failure: Failure }) {
  const { texts } = useApp()
  return (
    <>
      <h1>{texts.error.title}</h1>
      <FailureAlert failure={failure} />
    </>
  )
}
