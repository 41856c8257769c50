import type { TrackerRecord } from '@trackerkit/core/moving'

/** The record of one kind. */
export type RecordOf<K extends TrackerRecord['kind']> = Extract<TrackerRecord, { readonly kind: K }>
