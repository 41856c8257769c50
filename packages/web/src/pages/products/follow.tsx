// Following a product or a component.
import { signal, useSignal, type Signal } from '@preact/signals'
import type { FollowsGetAnswer } from '@trackerkit/client/types'
import { createContext } from 'preact'
import { useContext, useEffect, useMemo } from 'preact/hooks'
import { Alert } from '../../parts/alert.js'
import { Dialog, DialogFoot } from '../../parts/dialog.js'
import { visible } from '../../parts/visible.js'
import { useApp } from '../../state/app.js'
import { useWrite } from '../../state/write.js'

export type Place = FollowsGetAnswer['products'][number] & { readonly component?: string }

interface Follows {
  /** Undefined until they are known. */
  readonly places: Signal<readonly Place[] | undefined>
  readonly load: () => Promise<void>
}

const FollowsContext = createContext<Follows | undefined>(undefined)
export const FollowsProvider = FollowsContext.Provider

/** How the user follows the product and its components, loaded after the page. */
export function useFollows(product: string): Follows {
  const { operations, who } = useApp()
  const follows = useMemo((): Follows => {
    const places = signal<readonly Place[] | undefined>(undefined)
    const load = async () => {
      const { products, components } = await operations.follows.get({ product })
      places.value = [...products, ...components]
    }
    return { places, load }
  }, [product])
  useEffect(() => {
    if (who) follows.load().catch(() => undefined)
  }, [follows])
  return follows
}

interface FollowButtonProps {
  readonly product: string
  readonly component?: string
}

export function FollowButton({ product, component }: FollowButtonProps) {
  const { texts, who, isLive } = useApp()
  const labels = texts.products.follow
  const follows = useContext(FollowsContext)
  const isOpen = useSignal(false)
  if (!who || !follows) return null
  const place = follows.places.value?.find((one) => one.product === product && one.component === component)
  const name = visible(component ?? product)
  return (
    <>
      <button
        type="button"
        aria-label={labels.follow(name)}
        aria-pressed={place !== undefined}
        disabled={!isLive.value || !follows.places.value}
        onClick={() => (isOpen.value = true)}
      >
        {place ? labels.following : labels.short}
      </button>
      {isOpen.value && (
        <Dialog title={labels.follow(name)} onClose={() => (isOpen.value = false)}>
          <FollowForm
            target={component === undefined ? { product } : { product, component }}
            place={place}
            load={follows.load}
            onClose={() => (isOpen.value = false)}
          />
        </Dialog>
      )}
    </>
  )
}

interface FollowFormProps {
  readonly target: { readonly product: string; readonly component?: string }
  /** How it is followed; undefined: not. */
  readonly place: Place | undefined
  readonly load: () => Promise<void>
  readonly onClose: () => void
}

function FollowForm({ target, place, load, onClose }: FollowFormProps) {
  const { texts, operations } = useApp()
  const labels = texts.products.follow
  const { run, isBusy, refusal } = useWrite()
  const name = visible(target.component ?? target.product)
  const change = async (work: () => Promise<unknown>, done: string) => {
    if (await run(work, done, load)) onClose()
  }
  const follow = (form: FormData) => {
    const scope = form.get('scope') === 'all' ? 'all' : 'new'
    const add = [{ ...target, scope, by_mail: form.has('mail') } as const]
    return change(() => operations.follows.update({ add }), labels.followed(name))
  }
  return (
    <form
      class="thing-form"
      method="post"
      onSubmit={(event) => {
        event.preventDefault()
        void follow(new FormData(event.currentTarget))
      }}
    >
      {refusal !== undefined && <Alert message={refusal} />}
      <fieldset class="checks">
        <legend>{labels.scope}</legend>
        <div class="day-boxes">
          {(['new', 'all'] as const).map((scope) => (
            <label key={scope} class="check">
              <input type="radio" name="scope" value={scope} defaultChecked={(place?.scope ?? 'new') === scope} />
              {labels.scopes[scope]}
            </label>
          ))}
        </div>
      </fieldset>
      <label class="check">
        <input type="checkbox" name="mail" defaultChecked={place?.by_mail ?? false} />
        {labels.byMail}
      </label>
      <DialogFoot onCancel={onClose}>
        {place && (
          <button
            type="button"
            disabled={isBusy}
            onClick={() => void change(() => operations.follows.update({ remove: [target] }), labels.unfollowed(name))}
          >
            {labels.unfollow}
          </button>
        )}
        <button type="submit" class="primary" disabled={isBusy}>
          {place ? labels.save : labels.short}
        </button>
      </DialogFoot>
    </form>
  )
}
