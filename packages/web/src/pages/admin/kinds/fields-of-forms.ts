// Fields that many forms have.
import type { FormField } from './kind.js'

export const name: FormField = { name: 'name', label: 'name', type: 'line', isRequired: true }
export const description: FormField = { name: 'description', label: 'description', type: 'text', isRequired: true }
export const isActive: FormField = { name: 'is_active', label: 'is_active', type: 'check', start: true }
export const sortKey: FormField = { name: 'sort_key', label: 'sort_key', type: 'number', start: 0 }
