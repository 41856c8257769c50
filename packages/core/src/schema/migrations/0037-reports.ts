import { bool, int, json, nullable, text, time } from '../../store/index.js'
import { breaking } from './breaking.js'

/** Reports from programs. Processes that do not know them would file a held one for the address that was typed into it. */
export const reports = breaking({
  id: 37,
  name: 'reports from programs',
  steps: [
    { addColumn: 'intakes', name: 'key', column: nullable(text()), fill: null },
    { addColumn: 'intakes', name: 'origins', column: json(), fill: [] },
    { addColumn: 'intakes', name: 'per_hour', column: int(), fill: 60 },
    { addColumn: 'intakes', name: 'max_kb', column: int(), fill: 4096 },
    { addColumn: 'intakes', name: 'account_id', column: nullable(int()), fill: null },
    { addColumn: 'intakes', name: 'holds', column: bool(), fill: true },
    { addUnique: 'intakes', columns: ['key'] },
    { addColumn: 'inbound', name: 'address_hash', column: text(), fill: '' },
    { addColumn: 'inbound', name: 'arrival_time', column: nullable(time()), fill: null },
    { addIndex: 'inbound', columns: ['intake_id', 'arrival_time'] },
  ],
})
