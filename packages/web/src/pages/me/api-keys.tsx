// Keys by which programs act for oneself.
import { useSignal } from '@preact/signals'
import type { ApiKey } from '@trackerkit/client'
import { Alert } from '../../parts/alert.js'
import { TableHeader } from '../../parts/table-header.js'
import { Time } from '../../parts/time.js'
import { visible } from '../../parts/visible.js'
import { useApp } from '../../state/app.js'
import type { Texts } from '../../texts/index.js'
import { useWrite } from '../../state/write.js'
import { productNames } from '../../page/product-values.js'
import { definePage } from '../../page/define.js'
import { Frame, requireWho } from './frame.js'
import { NewKeyDialog } from './new-key-dialog.js'
import { meTexts } from '../../texts/english/me.js'

interface KeysData {
  readonly keys: readonly ApiKey[]
  /** The names of the products that a key can be for. */
  readonly products: readonly string[]
}

export const apiKeys = definePage<KeysData>({
  texts: { me: meTexts },
  load: async (operations, address) => {
    requireWho(address)
    const [{ api_keys }, products] = await Promise.all([operations.apiKeys.get(), productNames(operations)])
    return { keys: api_keys, products }
  },
  title: (_, texts) => texts.me.apiKeys,
  View: ({ data: { keys, products } }) => {
    const { texts, isLive } = useApp()
    const labels = texts.me
    const isMaking = useSignal(false)
    const action = (
      <button type="button" class="primary" disabled={!isLive.value} onClick={() => (isMaking.value = true)}>
        {labels.newKey}
      </button>
    )
    return (
      <Frame heading={labels.apiKeys} action={action}>
        <p class="quiet-text">{labels.keysAbout}</p>
        {keys.length === 0 ? <p>{labels.noKeys}</p> : <Keys keys={keys} />}
        {keys.filter(({ is_revoked }) => !is_revoked).length > 1 && <RevokeAll />}
        {isMaking.value && <NewKeyDialog products={products} onClose={() => (isMaking.value = false)} />}
      </Frame>
    )
  },
})

function stateOf({ is_revoked, is_read_only, expires }: ApiKey, now: number, { states }: Texts['me']): string {
  if (is_revoked) return states.revoked
  if (expires && expires.getTime() <= now) return states.expired
  return is_read_only ? states.readOnly : states.usable
}

function Keys({ keys }: { readonly keys: readonly ApiKey[] }) {
  const { texts, operations, now, isLive } = useApp()
  const labels = texts.me
  const { run, isBusy, refusal } = useWrite()
  const { description, begins, state, isFor, expires, lastUsed, created } = labels
  const heads = [description, begins, state, isFor, expires, lastUsed, created]
  const revoke = (id: number, name: string) =>
    run(() => operations.apiKeys.update({ ids: [id], is_revoked: true }), labels.revoked(name))
  return (
    <>
      {refusal !== undefined && <Alert message={refusal} />}
      <table class="things" aria-label={labels.apiKeys}>
        <TableHeader of={heads} hasButtons />
        <tbody>
          {keys.map((key) => {
            const name = visible(key.description || key.prefix)
            return (
              <tr key={key.id}>
                <th scope="row">
                  <bdi>{name}</bdi>
                </th>
                <td data-label={labels.begins}>
                  <code>{key.prefix}</code>
                </td>
                <td data-label={labels.state}>{stateOf(key, now.value, labels)}</td>
                <td data-label={labels.isFor}>{key.products?.map(visible).join(', ') ?? labels.allProducts}</td>
                <td data-label={labels.expires}>{key.expires ? <Time at={key.expires} /> : labels.never}</td>
                <td data-label={labels.lastUsed}>
                  {key.last_used ? <Time at={key.last_used} /> : labels.never}
                  {key.last_used_from !== null && ` ${labels.usedFrom(visible(key.last_used_from))}`}
                </td>
                <td data-label={labels.created}>
                  <Time at={key.creation_time} />
                </td>
                <td>
                  {!key.is_revoked && (
                    <button
                      type="button"
                      class="danger"
                      aria-label={labels.button(labels.revoke, name)}
                      disabled={!isLive.value || isBusy}
                      onClick={() => void revoke(key.id, name)}
                    >
                      {labels.revoke}
                    </button>
                  )}
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </>
  )
}

function RevokeAll() {
  const { texts, operations, isLive } = useApp()
  const labels = texts.me
  const { run, isBusy, refusal } = useWrite()
  const revokeAll = () => run(() => operations.apiKeys.revokeAll(), labels.allRevoked)
  return (
    <>
      {refusal !== undefined && <Alert message={refusal} />}
      <button type="button" class="danger" disabled={!isLive.value || isBusy} onClick={() => void revokeAll()}>
        {labels.revokeAll}
      </button>
    </>
  )
}
