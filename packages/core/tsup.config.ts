import { defineConfig } from 'tsup'
import { library } from '../../tsup.base.js'

export default defineConfig(
  library([
    'src/index.ts',
    'src/tracker/registry.ts',
    'src/store/index.ts',
    'src/sql/index.ts',
    'src/schema/index.ts',
    'src/conformance/index.ts',
    'src/doctor/index.ts',
  ]),
)
