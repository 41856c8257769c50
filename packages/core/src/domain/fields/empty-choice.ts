import type { Writer } from '../../schema/index.js'

/** What a bug without a value has in a custom field with one value out of several. */
export async function addEmptyChoice(tx: Writer, field_id: number): Promise<void> {
  const none = { name: '---', name_folded: '---', description: '', sort_key: 0, is_active: true }
  await tx.insert('legal_values', [{ ...none, field_id }])
}
