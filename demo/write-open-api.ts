import { writeFileSync } from 'node:fs'
import { openApi } from './open-api.ts'

writeFileSync(new URL('../docs/openapi.json', import.meta.url), `${JSON.stringify(openApi(), null, 2)}\n`)
