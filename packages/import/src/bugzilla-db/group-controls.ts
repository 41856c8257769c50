// The groups of products.
import type { TrackerRecord } from '@trackerkit/core/moving'
import { allRows, type Product, type Reading } from './context.js'
import type { DbRow } from './connect.js'
import type { People } from './people.js'
import { isTrue, numberOf } from './text.js'

const controls = ['na', 'shown', 'default', 'mandatory'] as const

export async function readControls(
  reading: Reading,
  people: People,
  products: ReadonlyMap<number, Product>,
): Promise<TrackerRecord[]> {
  const { ledger, addNote } = reading
  const rows = await allRows(reading, 'group_control_map', ['product_id', 'group_id'])
  const placeOf = (row: DbRow) => `${numberOf(row['product_id'])} ${numberOf(row['group_id'])}`
  return rows.flatMap((row, index): TrackerRecord[] => {
    const product = products.get(numberOf(row['product_id']))?.name
    const group = people.groupNames.get(numberOf(row['group_id']))
    const next = rows[index + 1]
    if (next && placeOf(next) === placeOf(row)) {
      ledger.add('group_control_map', 'mended')
      addNote({ kind: 'group_control', id: `${group} in ${product}`, problem: 'it occurs twice; the last one is kept' })
      return []
    }
    if (product === undefined || group === undefined) {
      ledger.add('group_control_map', 'mended')
      addNote({ kind: 'group_control', id: numberOf(row['product_id']), problem: 'its product or group is missing' })
      return []
    }
    ledger.add('group_control_map', 'brought')
    const member = controls[numberOf(row['membercontrol'])] ?? 'na'
    const given = controls[numberOf(row['othercontrol'])] ?? 'na'
    const other = otherControl(member, given)
    if (other !== given)
      addNote({ kind: 'group_control', id: `${group} in ${product}`, problem: `${given} for others is ${other} here` })
    return [
      {
        ...{ kind: 'group_control', product, group, member_control: member, other_control: other },
        entry: isTrue(row['entry']),
        canedit: isTrue(row['canedit']),
        editcomponents: isTrue(row['editcomponents']),
        editbugs: isTrue(row['editbugs']),
        canconfirm: isTrue(row['canconfirm']),
      },
    ]
  })
}

type Control = (typeof controls)[number]

/** Some pairs mean nothing; the other control becomes one that restricts as much. */
function otherControl(member: Control, other: Control): Control {
  if (member === 'na') return 'na'
  if (member === 'mandatory') return 'mandatory'
  return member === 'default' && other === 'shown' ? 'default' : other
}
