// Lists of logins that receive email: the global watchers, and the CC lists of flag types.
import type { Call } from '../../call/context.js'
import type { Writer } from '../../schema/index.js'
import { bumpCatalogueVersion } from '../../setup/catalogue.js'
import { loginsIn } from '../../setup/parameters.js'
import { fold } from '../../store/index.js'
import { createPlan, writePlans } from '../audit/plan.js'
import { writeParameters } from '../parameters/write.js'

/** Replaces addresses in these lists, or removes them if there is no replacement. */
export async function replaceInAddressLists(
  tx: Writer,
  call: Call,
  addresses: readonly string[],
  replacement?: string,
): Promise<void> {
  const { catalogue } = call
  const folded = new Set(addresses.map(fold))
  const isIn = (list: string) => loginsIn(list).some((login) => folded.has(fold(login)))
  const replaced = (list: string) =>
    loginsIn(list)
      .flatMap((login) => (folded.has(fold(login)) ? (replacement ?? []) : [login]))
      .join(', ')
  const { globalwatchers } = catalogue.parameters
  const types = [...catalogue.flagTypes.values()].filter(({ cc_list }) => isIn(cc_list))
  if (!isIn(globalwatchers) && types.length === 0) return
  if (isIn(globalwatchers)) await writeParameters(tx, call, { globalwatchers: replaced(globalwatchers) })
  const plans = types.map((type) => {
    const plan = createPlan<'flag_types'>()
    plan.change('cc_list', type.cc_list, replaced(type.cc_list), (cc_list) => ({ cc_list }))
    return [type.id, plan] as const
  })
  await writePlans(tx, call, 'flag_types', plans)
  await bumpCatalogueVersion(tx)
}
