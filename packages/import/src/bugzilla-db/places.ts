// Places of bugs, also those that were deleted from the source.
import { fold } from '@trackerkit/core/store'
import type { Product, Reading } from './context.js'
import { oneLine } from './text.js'
import type { RecordOf } from '../passes/record-of.js'

export type ProductRecord = RecordOf<'product'>
export type Part = { name: string; sort_key?: number; is_active?: boolean }

const lost = 'Lost'

/** Creates a part that bugs name but no table has, as inactive. */
export function usePart(parts: Part[], name: string): void {
  const line = oneLine(name) || 'unspecified'
  if (parts.every((part) => fold(part.name) !== fold(line))) parts.push({ name: line, is_active: false })
}

export function createPlaces({ addNote }: Reading, products: Map<number, Product>, owner: string) {
  const extra = new Map<string, string>()
  const placeOf = (product: number, component: number) => {
    const found = products.get(product)
    const name = found?.components.get(component) ?? extra.get(`${product} ${component}`) ?? `component ${component}`
    return { product: found?.name ?? lost, component: name }
  }
  return {
    placeOf,
    /** The record of a product; a placeholder for bugs of deleted products. */
    recordOf(records: ProductRecord[], id: number, names: ReadonlyMap<string, number>): ProductRecord {
      const found = records.find(({ name }) => names.get(name) === id)
      const made = found ?? records.find(({ name }) => !names.has(name))
      if (made) return made
      const record: ProductRecord = {
        kind: 'product',
        name: lost,
        is_active: false,
        components: [],
        versions: [],
        milestones: [],
      }
      records.push(record)
      return record
    },
    useComponent(record: ProductRecord, product: number, component: number): void {
      if (products.get(product)?.components.has(component)) return
      const elsewhere = [...products.values()].find((one) => one.components.has(component))?.components.get(component)
      const name = elsewhere ?? `component ${component}`
      extra.set(`${product} ${component}`, name)
      const parts = record.components ?? []
      if (parts.every((part) => fold(part.name) !== fold(name)))
        (parts as object[]).push({ name, description: '', is_active: false, default_assigned_to: owner })
      const problem = `its bugs are in component ${component}, which belongs to another product; it has '${name}' here`
      addNote({ kind: 'product', id: record.name, problem })
    },
  }
}
