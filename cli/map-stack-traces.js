const { readFileSync } = process.getBuiltinModule('node:fs')
const { SourceMap } = process.getBuiltinModule('node:module')
const { basename, join, resolve } = process.getBuiltinModule('node:path')

/**
 * Lets the stacks of errors name our sources in place of the compiled files in `folder`. Maps are read when a stack is asked for,
 * which is why it is not left to Node: that would read them all at every start.
 */
export function mapStackTraces(folder) {
  const maps = new Map()
  const mapOf = (file) => {
    if (!maps.has(file)) maps.set(file, readMap(join(folder, `${file}.map`)))
    return maps.get(file)
  }
  const sourceOf = (place, url, line, column) => {
    const file = basename(url)
    const { fileName, lineNumber, columnNumber } = mapOf(file)?.findOrigin(Number(line), Number(column)) ?? {}
    return fileName ? `${resolve(folder, fileName)}:${lineNumber}:${columnNumber}` : place
  }
  const places = /(?<![^\s()])([^\s()]+\.cjs):(\d+):(\d+)/g
  Error.prepareStackTrace = (error, frames) =>
    [
      Error.prototype.toString.call(error),
      ...frames.map((frame) => `    at ${frame}`.replaceAll(places, sourceOf)),
    ].join('\n')
}

function readMap(path) {
  try {
    return new SourceMap(JSON.parse(readFileSync(path, 'utf8')))
  } catch {
    return undefined // not a file of ours
  }
}
