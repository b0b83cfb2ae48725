const { hash } = process.getBuiltinModule('node:crypto')
const { mkdirSync, readFileSync, renameSync, writeFileSync } = process.getBuiltinModule('node:fs')
const { dirname } = process.getBuiltinModule('node:path')
const { Script } = process.getBuiltinModule('node:vm')

/** After so many runs hardly a function is left that was not compiled in one of them. */
const mostSaves = 3
const digestLength = 64

/**
 * Runs a CommonJS file with the names of `scope`, and gives what it exports. What V8 compiles while it runs is kept in `codeFile`
 * when the process ends, so that the next run need not: Node's own cache keeps functions only that are compiled before anything runs.
 */
export function runScript({ file, codeFile, scope }) {
  const known = readCode(codeFile)
  const names = ['module', 'exports', ...Object.keys(scope)]
  const source = `(function(${names.join()}){\n${readFileSync(file, 'latin1')}\n})` // its text is ASCII
  const script = new Script(source, { filename: file, lineOffset: -1, cachedData: known?.code })
  const saves = known && !script.cachedDataRejected ? known.saves : 0
  if (saves < mostSaves) process.once('exit', () => saveCode(codeFile, script.createCachedData(), saves + 1))
  const module = { exports: {} }
  script.runInThisContext()(module, module.exports, ...Object.values(scope))
  return module.exports
}

/** Nothing for code that is not as it was saved: V8 would run whatever stands there. */
function readCode(codeFile) {
  try {
    const bytes = readFileSync(codeFile)
    const code = bytes.subarray(digestLength + 1)
    const isWhole = hash('sha256', code) === bytes.toString('latin1', 0, digestLength)
    return isWhole ? { code, saves: bytes[digestLength] } : undefined
  } catch {
    return undefined
  }
}

function saveCode(codeFile, code, saves) {
  try {
    mkdirSync(dirname(codeFile), { recursive: true })
    const draft = `${codeFile}.${process.pid}.tmp`
    writeFileSync(draft, Buffer.concat([Buffer.from(hash('sha256', code), 'latin1'), Buffer.of(saves), code]))
    renameSync(draft, codeFile)
  } catch {
    // where nothing can be kept the next run compiles again
  }
}
