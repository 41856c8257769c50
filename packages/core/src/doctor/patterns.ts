import { rowsOf } from '../moving/copy/rows.js'
import { longestPattern } from '../kernel/pattern/compile.js'
import { schema, type Row } from '../schema/index.js'
import { parameterTable, patternsIn, type Parameter } from '../setup/parameters.js'
import type { Check } from './check.js'

/** Every stored pattern is short enough to be compiled. */
export const patternCheck: Check = {
  name: 'patterns',
  holds: `stored regular expressions have at most ${longestPattern} characters`,
  async find(tx, tell) {
    const report = async (place: string, column: string, pattern: string) => {
      if (pattern.length <= longestPattern) return
      const text = `${column} has ${pattern.length} characters and may have ${longestPattern}: set a shorter one`
      await tell({ check: this.name, place, text, isRepairable: false })
    }
    for await (const rows of rowsOf(tx, 'groups', schema.groups)) {
      for (const group of rows as unknown as Row<'groups'>[])
        await report(`groups ${group.id}`, 'user_regexp', group.user_regexp)
    }
    const table: Readonly<Record<string, Parameter | undefined>> = parameterTable
    for (const { name, value } of await tx.select({ from: 'parameters' })) {
      const type = table[name]?.type
      const patterns = type === 'pattern' ? [value] : type === 'patterns' ? patternsIn(value) : []
      for (const pattern of patterns) await report('parameters, one of its rows', name, pattern)
    }
  },
}
