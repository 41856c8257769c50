// The flags of a bug itself.
import { Flags } from '../../parts/flags.js'
import { useApp } from '../../state/app.js'
import type { BugData } from '../../fields/bug-data.js'

export function BugFlags({ data: { bug, can } }: { readonly data: BugData }) {
  const { operations } = useApp()
  return (
    <Flags
      bug={bug.id}
      flags={bug.flags}
      types={can.flag_types.filter(({ target_type }) => target_type === 'bug')}
      save={async (change) => operations.bugs.update({ ids: [bug.id], flags: [change] })}
    />
  )
}
