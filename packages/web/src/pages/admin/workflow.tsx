// Transitions between statuses: a table of checkboxes, saved together.
import { useSignal } from '@preact/signals'
import type { Transition } from '@trackerkit/client'
import type { WorkflowUpdateInput } from '@trackerkit/client/types'
import { Alert } from '../../parts/alert.js'
import { NoRows } from '../../parts/no-rows.js'
import { visible } from '../../parts/visible.js'
import { useUnsaved } from '../../parts/unsaved.js'
import { useApp } from '../../state/app.js'
import { useWrite } from '../../state/write.js'
import { definePage } from '../../page/define.js'
import { offsetIn, pageSize } from '../../page/offset.js'
import { partOf } from '../../page/part.js'
import type { PageAddress } from '../../page/page.js'
import { PartLinks } from '../../parts/part-links.js'
import { Find } from './find.js'
import { Frame } from './frame.js'
import { requireRight } from './sections.js'
import { adminTexts } from '../../texts/english/admin.js'

interface WorkflowData {
  readonly statuses: readonly string[]
  readonly transitions: readonly Transition[]
  /** Only the steps from statuses with this in their names are shown. */
  readonly find: string
  /** The place of the first row. */
  readonly offset: number
}

/** The boxes of one page: a table of all statuses by all statuses grows with their square. */
const mostSteps = 1000

export const workflow = definePage<WorkflowData>({
  texts: { admin: adminTexts },
  load: async (operations, address) => {
    requireRight(address, 'admin')
    const [{ fields }, { workflow: transitions }] = await Promise.all([
      operations.fields.get({ names: ['bug_status'] }),
      operations.workflow.get(),
    ])
    const statuses = fields[0]?.values.map(({ name }) => name).filter((name) => name !== '') ?? []
    return { statuses, transitions, find: (address.query.get('find') ?? '').trim(), offset: offsetIn(address.query) }
  },
  title: (_, texts) => texts.admin.pages.workflow.name,
  View: WorkflowPage,
})

const keyOf = (from: string, to: string) => JSON.stringify([from, to])

function stepOf(key: string): { readonly from: string; readonly to: string } {
  const [from = '', to = ''] = JSON.parse(key) as readonly string[]
  return { from, to }
}

/** Allowed transitions; true if a comment is required. */
type Steps = ReadonlyMap<string, boolean>

/** Transitions that were ticked or unticked; undefined if they are not allowed. */
type Changes = ReadonlyMap<string, boolean | undefined>

function withChanges(steps: Steps, changes: Changes): Steps {
  const all = [...new Map<string, boolean | undefined>([...steps, ...changes])]
  return new Map(all.filter((one): one is [string, boolean] => one[1] !== undefined))
}

/** Only the changes: other administrators may change other transitions at the same time. */
function inputOf(changed: readonly (readonly [string, boolean | undefined])[]): WorkflowUpdateInput {
  return {
    add: changed.flatMap(([key, comment_required]) =>
      comment_required === undefined ? [] : [{ ...stepOf(key), comment_required }],
    ),
    remove: changed.flatMap(([key, comment_required]) => (comment_required === undefined ? [stepOf(key)] : [])),
  }
}

interface WorkflowPageProps {
  readonly data: WorkflowData
  readonly address: PageAddress
}

function WorkflowPage({ data: { statuses, transitions, find, offset }, address }: WorkflowPageProps) {
  const { texts, isLive, operations } = useApp()
  const { admin } = texts
  const stored = new Map(transitions.map((one) => [keyOf(one.from, one.to), one.comment_required]))
  const typed = useSignal<Changes>(new Map())
  const changed = [...typed.value].filter(([step, needsComment]) => stored.get(step) !== needsComment)
  useUnsaved(changed.length > 0)
  const { run, isBusy, refusal } = useWrite()
  const isFound = (from: string) => (from || admin.newBug).toLowerCase().includes(find.toLowerCase())
  const size = Math.min(pageSize, Math.max(1, Math.floor(mostSteps / Math.max(statuses.length, 1))))
  const shown = partOf(['', ...statuses].filter(isFound), offset, size)
  const set = (from: string, to: string, needsComment: boolean | undefined) =>
    (typed.value = new Map([...typed.value, [keyOf(from, to), needsComment]]))
  const save = async () => {
    const sent = typed.value
    if (!(await run(() => operations.workflow.update(inputOf(changed)), admin.workflowSaved))) return
    const isLater = ([step, needsComment]: readonly [string, boolean | undefined]) =>
      !sent.has(step) || sent.get(step) !== needsComment
    typed.value = new Map([...typed.value].filter(isLater))
  }
  return (
    <Frame heading={admin.pages.workflow.name}>
      <p class="quiet-text">{admin.workflowHint}</p>
      <Find path="/admin/workflow" find={find} />
      <form
        class="workflow-form"
        method="post"
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        {refusal !== undefined && <Alert message={refusal} />}
        <div class="scrolls" role="region" aria-label={admin.pages.workflow.name} tabIndex={0}>
          <WorkflowTable statuses={statuses} shown={shown.rows} allowed={withChanges(stored, typed.value)} set={set} />
        </div>
        <PartLinks part={shown} address={address} size={size} />
        <div class="form-buttons">
          <button type="submit" class="primary" disabled={!isLive.value || isBusy}>
            {admin.save}
          </button>
        </div>
      </form>
    </Frame>
  )
}

interface WorkflowTableProps extends Pick<WorkflowData, 'statuses'> {
  /** The statuses whose steps are shown; a new bug has none yet. */
  readonly shown: readonly string[]
  readonly allowed: Steps
  readonly set: (from: string, to: string, needsComment: boolean | undefined) => void
}

function WorkflowTable({ statuses, shown, allowed, set }: WorkflowTableProps) {
  const { admin } = useApp().texts
  return (
    <table class="workflow" aria-label={admin.pages.workflow.name}>
      <thead>
        <tr>
          <td />
          {statuses.map((to) => (
            <th key={to} scope="col">
              <bdi>{visible(to)}</bdi>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {shown.length === 0 && <NoRows columns={statuses.length + 1} text={admin.noneFound} />}
        {shown.map((from) => (
          <tr key={from}>
            <th scope="row">
              <bdi>{visible(from || admin.newBug)}</bdi>
            </th>
            {statuses.map((to) => (
              <td key={to}>
                {from !== to && <Step from={from} to={to} needsComment={allowed.get(keyOf(from, to))} set={set} />}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

interface StepProps {
  readonly from: string
  readonly to: string
  /** Undefined: this may not follow. */
  readonly needsComment: boolean | undefined
  readonly set: WorkflowTableProps['set']
}

function Step({ from, to, needsComment, set }: StepProps) {
  const { admin } = useApp().texts
  const [before, after] = [visible(from || admin.newBug), visible(to)]
  const isAllowed = needsComment !== undefined
  return (
    <>
      <label class="check">
        <input
          type="checkbox"
          aria-label={admin.transition(before, after)}
          checked={isAllowed}
          onChange={({ currentTarget }) => set(from, to, currentTarget.checked ? false : undefined)}
        />
        <span aria-hidden="true">{admin.allowed}</span>
      </label>
      <label class="check quiet-text">
        <input
          type="checkbox"
          aria-label={admin.transitionComment(before, after)}
          checked={needsComment === true}
          disabled={!isAllowed}
          onChange={({ currentTarget }) => set(from, to, currentTarget.checked)}
        />
        <span aria-hidden="true">{admin.needsComment}</span>
      </label>
    </>
  )
}
