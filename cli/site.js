#!/usr/bin/env node
// Plain JavaScript, so that an old Node can at least say what it lacks.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major < 22 || (major === 22 && minor < 18)) {
  process.stderr.write(
    `site needs Node 22.18 or newer, but this is ${process.versions.node}.\n` +
      'Run it as "npx site" or "npm run site" after "npm ci": both use the Node 24 that stands in node_modules.\n',
  )
  process.exit(2)
}
process.env.NODE_ENV = 'production'
const { loadProgram } = await import('./load-program.js')
process.exitCode = await (await loadProgram()).main(process.argv)
