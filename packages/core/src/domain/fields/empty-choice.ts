import type { Writer } from '../../schema/index.js'

/** Adds the value of bugs for which none was chosen, to a custom single-select field. */
export async function addEmptyChoice(tx: Writer, field_id: number): Promise<void> {
  const none = { name: '---', name_folded: '---', description: '', sort_key: 0, is_active: true }
  await tx.insert('legal_values', [{ ...none, field_id }])
}
