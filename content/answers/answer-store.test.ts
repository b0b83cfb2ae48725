import { spawn, spawnSync } from 'node:child_process'
import { hash } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type AnswerStore, identityOf, openAnswerStore } from './answer-store.ts'
import type { KeptAnswer } from './kept-answer.ts'

let folder: string
let file: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'answers-'))
  file = join(folder, 'cache', 'answers.sqlite')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const bodyOf = (name: string): Buffer => Buffer.from(`body of ${name} `.repeat(400))
const answerOf = (name: string): KeptAnswer => ({
  address: `api:/${name}`,
  status: 200,
  etag: `"${name}"`,
  contentType: 'application/json',
  hash: hash('sha256', bodyOf(name)),
})

/** Runs a build that keeps the named answers. */
function fill(names: string[], { service = 'one', commit = true } = {}): string | undefined {
  using store = openAnswerStore(file, service)
  for (const name of names) store.keep(name, answerOf(name), bodyOf(name))
  if (commit) store.commit()
  return store.notice
}

/** Returns the names whose complete answers a later build finds. */
function found(names: string[], service = 'one'): { notice: string | undefined; found: string[] } {
  using store = openAnswerStore(file, service)
  const isWhole = (name: string): boolean => {
    const answer = store.find(name)
    const body = answer?.hash === undefined ? undefined : store.body(answer.hash)
    if (body) expect([answer, body.equals(bodyOf(name))]).toEqual([answerOf(name), true])
    return body !== undefined
  }
  return { found: names.filter(isWhole), notice: store.notice }
}

const many = Array.from({ length: 60 }, (_, index) => `page-${index}`)

describe('answers', () => {
  it('are found again with their bodies by the next build', () => {
    expect(fill(many)).toBeUndefined()
    expect(found([...many, 'other'])).toEqual({ found: many, notice: undefined })
    expect(readdirSync(join(folder, 'cache'))).toEqual(['answers.sqlite'])
  })

  it('may have any status of three digits, as some protections against robots answer 999', () => {
    using store = openAnswerStore(file, 'one')
    store.keep('page', { address: 'api:/page', status: 999 })
    expect(store.find('page')).toEqual({ address: 'api:/page', status: 999 })
    expect(store.notice).toBeUndefined()
  })

  it('of a store that goes on are the last good ones after each run, and the bodies before them are removed', () => {
    using store = openAnswerStore(undefined, 'one')
    const bodies = ['first', 'second', 'third'].map(bodyOf)
    const [first, second, third] = bodies.map((body) => hash('sha256', body))
    for (const body of bodies) {
      store.keep('page', { ...answerOf('page'), hash: hash('sha256', body) }, body)
      store.commit({ isWhole: false, goesOn: true })
    }
    store.keep('page', { address: 'api:/page', status: 500 })
    expect(store.lastGood('page')?.answer.hash).toBe(third)
    store.commit({ isWhole: false, goesOn: true })
    expect([first, second, third].map((hash) => store.sizeOfBody(hash ?? ''))).toEqual([
      undefined,
      undefined,
      bodyOf('third').length,
    ])
    expect([store.lastGood('page')?.answer.hash, store.notice]).toEqual([third, undefined])
  })

  it('are found again by another process', () => {
    fill(['page'])
    const code = `const { openAnswerStore } = await import(${JSON.stringify(join(process.cwd(), 'content/answers/answer-store.ts'))})
      const store = openAnswerStore(${JSON.stringify(file)}, 'one')
      process.stdout.write(store.body(store.find('page').hash))
      store.keep('page', { address: 'api:/page', status: 404 })
      store.commit()`
    const child = spawnSync(process.execPath, ['--input-type=module', '-e', code], { encoding: 'utf8' })
    expect(child.stdout).toBe(bodyOf('page').toString())
    using store = openAnswerStore(file, 'one')
    expect(store.find('page')).toEqual({ address: 'api:/page', status: 404 })
  })

  it('of a build that did not commit are not found again', () => {
    fill(['a'])
    fill(['b'], { commit: false })
    expect(found(['a', 'b']).found).toEqual(['a'])
  })

  it('from before a failure survive a build that ends before the service answers, and are removed by a good answer', () => {
    const lastGood = (work: (store: ReturnType<typeof openAnswerStore>) => void): string | undefined => {
      using store = openAnswerStore(file, 'one')
      store.find('a')
      work(store)
      store.commit({ isWhole: false })
      return store.lastGood('a')?.answer.hash
    }
    fill(['a'])
    const { hash } = answerOf('a')
    expect(lastGood((store) => store.keep('a', { address: 'api:/a', status: 500 }))).toBe(hash)
    expect(lastGood(() => {})).toBe(hash)
    expect(lastGood((store) => store.refuse('a'))).toBe(hash)
    for (const name of ['b', 'c']) {
      const refuse = (store: AnswerStore): void => {
        store.keep('a', answerOf(name), bodyOf(name))
        store.refuse('a')
      }
      expect(lastGood(refuse)).toBe(hash)
    }
    expect(lastGood((store) => store.confirm('a'))).toBeUndefined()
  })

  it('with the same body as a newer one are not its last good answer', () => {
    fill(['a'])
    using store = openAnswerStore(file, 'one')
    store.keep('a', { ...answerOf('a'), etag: '"new"' })
    store.refuse('a')
    expect(store.lastGood('a')).toBeUndefined()
  })

  it('from before a failure keep their bodies until a build does not request them, and are ignored if changed', () => {
    const readLastGood = () => {
      using store = openAnswerStore(file, 'one')
      const { hash = '' } = store.lastGood('a')?.answer ?? {}
      return store.body(hash)
    }
    const failing = () => {
      using store = openAnswerStore(file, 'one')
      store.keep('a', { address: 'api:/a', status: 500 })
      store.commit()
    }
    fill(['a'])
    failing()
    expect(readLastGood()).toEqual(bodyOf('a'))
    fill(['b'])
    expect(readLastGood()).toBeUndefined()
    fill(['a'])
    failing()
    {
      using database = new DatabaseSync(file)
      database.exec("UPDATE last_good SET address = 'api:/b'")
    }
    using store = openAnswerStore(file, 'one')
    expect(store.lastGood('a')).toBeUndefined()
  })

  it('are listed by name, sorted, and committed once', () => {
    {
      using store = openAnswerStore(file, 'one')
      for (const name of ['b', 'a']) store.keep(name, answerOf(name), bodyOf(name))
      store.commit()
      store.commit()
      expect([store.requests(), store.notice]).toEqual([['a', 'b'], undefined])
    }
    expect(found(['a', 'b']).found).toEqual(['a', 'b'])
  })

  it('that replaced others in the file are not used', () => {
    fill(['a', 'b'])
    {
      using database = new DatabaseSync(file)
      database.exec("DELETE FROM answers WHERE request = 'a'; UPDATE answers SET request = 'a'")
    }
    expect(found(['a', 'b']).found).toEqual([])
  })

  it('that a build did not request are removed, with their bodies', () => {
    fill(['a', 'b', 'c'])
    {
      using store = openAnswerStore(file, 'one')
      store.find('a')
      store.keep('b', { ...answerOf('b'), etag: '"new"' })
      store.commit()
    }
    using database = new DatabaseSync(file)
    const rows = (sql: string) =>
      database
        .prepare(sql)
        .all()
        .map((row) => Object.values(row)[0])
    expect(rows('SELECT request FROM answers')).toEqual(['a', 'b'])
    expect(rows('SELECT hash FROM bodies').sort()).toEqual([answerOf('a').hash, answerOf('b').hash].sort())
    expect(rows("SELECT etag FROM answers WHERE request = 'b'")).toEqual(['"new"'])
  })

  it('that a build did not request are kept if it ended early, as are those it received', () => {
    fill(['a', 'b'])
    {
      using store = openAnswerStore(file, 'one')
      store.keep('c', answerOf('c'), bodyOf('c'))
      store.commit({ isWhole: false })
    }
    expect(found(['a', 'b', 'c']).found).toEqual(['a', 'b', 'c'])
  })

  it('with equal bodies share one body', () => {
    using store = openAnswerStore(file, 'one')
    for (const request of ['pl /a', 'de /a']) store.keep(request, answerOf('a'), bodyOf('a'))
    store.commit()
    using database = new DatabaseSync(file)
    expect(database.prepare('SELECT count(*) AS count FROM bodies').get()?.count).toBe(1)
  })

  it('of another service are not used, but kept until the build has committed', () => {
    fill(['a'])
    expect(found(['a'], 'two').found).toEqual([])
    expect(found(['a']).found).toEqual(['a'])
    fill(['b'], { service: 'two' })
    expect(found(['a', 'b']).found).toEqual([])
    expect(found(['a', 'b'], 'two')).toEqual({ found: ['b'], notice: undefined })
  })

  it('without a file last as long as the process', () => {
    using store = openAnswerStore(undefined, 'one')
    store.keep('a', answerOf('a'), bodyOf('a'))
    store.commit()
    expect(store.body(store.find('a')?.hash ?? '')).toEqual(bodyOf('a'))
    expect([store.requests(), store.notice]).toEqual([['a'], undefined])
  })
})

describe('the identity of a service', () => {
  const demo = { api: 'http://127.0.0.1:4010/api', service: 'demo' }

  it('is its name if it has one, or its address', () => {
    expect(identityOf(demo)).toBe(identityOf({ ...demo, api: 'http://127.0.0.1:9/api' }))
    expect(identityOf({ api: demo.api })).not.toBe(identityOf({ api: 'http://127.0.0.1:9/api' }))
  })

  it('ignores blanks around a token, because a file of it ends in a line break', () => {
    const api = 'https://cms.example/api'
    expect(identityOf({ api, token: ' secret\n' })).toBe(identityOf({ api, token: 'secret' }))
    expect(identityOf({ api, token: ' ' })).toBe(identityOf({ api }))
  })

  it('ignores slashes at the end of its addresses', () => {
    const api = 'https://cms.example/api'
    expect(identityOf({ api: `${api}/` })).toBe(identityOf({ api }))
    expect(identityOf({ api, commerceApi: `${api}//` })).toBe(identityOf({ api, commerceApi: api }))
  })

  it('distinguishes tokens and commerce services, and contains no token', () => {
    const all = [{}, { token: 'secret' }, { token: 'other' }, { commerceApi: 'http://shop/api' }]
    const identities = all.map((more) => identityOf({ ...demo, ...more }))
    expect(new Set(identities).size).toBe(all.length)
    expect(identities.join()).not.toContain('secret')
    expect(identityOf({ ...demo, token: '' })).toBe(identityOf(demo))
  })
})

describe('an unusable file', () => {
  const foreign = (sql: string) => () => {
    rmSync(file)
    using database = new DatabaseSync(file)
    database.exec(sql)
  }
  const own = (sql: string) => () => {
    using database = new DatabaseSync(file)
    database.exec(sql)
  }
  it.each<[string, () => void, string]>([
    ['an empty one', () => writeFileSync(file, ''), 'holds data of another kind'],
    ['a text', () => writeFileSync(file, 'not SQLite '.repeat(1000)), 'file is not a database'],
    ['one cut short', () => truncateSync(file, 20_000), 'database disk image is malformed'],
    ['one cut to its first page', () => truncateSync(file, 8192), 'database disk image is malformed'],
    ['another database', foreign('CREATE TABLE answers (request TEXT)'), 'holds data of another kind'],
    ['one of an older version', own('PRAGMA user_version = 0'), 'has version 0 instead of version 2'],
    ['one with a view', own('DROP TABLE answers; CREATE VIEW answers AS SELECT 1'), 'has unexpected tables'],
    [
      'one with a trigger',
      own('CREATE TRIGGER t AFTER DELETE ON answers BEGIN DELETE FROM about; END'),
      'has unexpected tables',
    ],
  ])('%s is replaced, with a reason', (_, spoil, reason) => {
    fill(many)
    spoil()
    const opened = found(many)
    expect(opened.found).toEqual([])
    expect(opened.notice).toContain(`The file of earlier answers "${file}" `)
    expect(opened.notice).toContain(reason)
    expect(opened.notice).toContain('recreated, and everything is read again.')
    expect(fill(many)).toBeUndefined()
    expect(found(many)).toEqual({ found: many, notice: undefined })
  })

  it('is not used while another build uses it, and stays unchanged', () => {
    fill(['a'])
    {
      using first = openAnswerStore(file, 'one')
      using second = openAnswerStore(file, 'one')
      expect(second.notice).toContain('is in use by another build')
      second.keep('b', answerOf('b'), bodyOf('b'))
      second.commit()
      expect([first.notice, first.find('a')]).toEqual([undefined, answerOf('a')])
    }
    expect(found(['a', 'b']).found).toEqual(['a'])
  })

  it('is committed once its reader is gone', async () => {
    fill(['a'])
    const code = `const { DatabaseSync } = require('node:sqlite')
      const database = new DatabaseSync(${JSON.stringify(file)})
      database.exec('BEGIN')
      database.prepare('SELECT * FROM about').all()
      process.stdout.write('looking')
      setTimeout(() => database.close(), 300)`
    using store = openAnswerStore(file, 'one')
    store.keep('b', answerOf('b'), bodyOf('b'))
    const child = spawn(process.execPath, ['-e', code])
    await once(child.stdout, 'data')
    store.commit()
    store[Symbol.dispose]()
    expect(store.notice).toBeUndefined()
    await once(child, 'close')
    expect(found(['b'])).toEqual({ found: ['b'], notice: undefined })
  })

  it('stays unchanged when an answer comes after it was closed, as after an interruption', () => {
    fill(['a'])
    const store = openAnswerStore(file, 'one')
    store[Symbol.dispose]()
    store.keep('b', answerOf('b'), bodyOf('b'))
    expect([store.find('a'), store.notice]).toEqual([undefined, undefined])
    expect(found(['a', 'b']).found).toEqual(['a'])
  })

  it('that cannot even be replaced is not used', () => {
    writeFileSync(join(folder, 'cache'), 'a file where the folder should be')
    using store = openAnswerStore(file, 'one')
    store.keep('a', answerOf('a'), bodyOf('a'))
    store.commit()
    expect([store.find('a'), store.body('0'), store.requests()]).toEqual([undefined, undefined, undefined])
    expect(store.notice).toContain('cannot be used')
  })

  // Changing every byte would take hours. A step that is a prime number reaches headers, keys, values and bodies alike.
  it('never returns a wrong answer or body, whichever of its bytes changes', () => {
    fill(many)
    const good = readFileSync(file)
    let lost = 0
    for (let at = 0; at < good.length; at += 4099) {
      const bytes = Buffer.from(good)
      bytes[at] = (bytes[at] ?? 0) ^ 0x41
      writeFileSync(file, bytes)
      const { found: whole } = found(many) // compares each with the kept one
      if (whole.length < many.length) lost += 1
      fill(many)
      expect(found(many).found).toEqual(many)
    }
    expect(lost).toBeGreaterThan(20)
  })

  it('that fails during a build is replaced', () => {
    fill(many)
    const bytes = readFileSync(file)
    // Damages the headers of all pages except the first two, which the store reads when it is opened.
    for (let page = 2; page * 8192 < bytes.length; page += 1) bytes.fill(0xee, page * 8192, page * 8192 + 100)
    writeFileSync(file, bytes)
    {
      using store = openAnswerStore(file, 'one')
      for (const name of many) {
        const hash = store.find(name)?.hash
        if (hash) expect(store.body(hash)).toBeUndefined()
      }
      store.keep('new', answerOf('new'), bodyOf('new'))
      store.commit()
      expect(store.notice).toContain('malformed')
      expect(store.requests()).toBeUndefined()
    }
    expect(found([...many, 'new'])).toEqual({ found: ['new'], notice: undefined })
  })
})

it('Damage inside the file is reported once per answer and body', () => {
  fill(['facts', 'body', 'other'])
  const database = new DatabaseSync(file)
  database.exec("UPDATE answers SET etag = 'other' WHERE request = 'facts'")
  database.prepare("UPDATE bodies SET bytes = x'00' WHERE hash = ?").run(answerOf('body').hash ?? '')
  database.close()
  const notice = `The file of earlier answers "${file}" is damaged in 2 places; the damaged answers are read again.`
  expect(found(['facts', 'body', 'body', 'other'])).toEqual({ found: ['other'], notice })
  fill(['facts', 'body', 'other'])
  expect(found(['facts', 'body', 'other'])).toEqual({ found: ['facts', 'body', 'other'], notice: undefined })
})

it('Answers of another service are reported when they are dropped', () => {
  fill(['a'])
  expect(fill(['b'])).toBeUndefined()
  expect(fill(['a'], { service: 'two' })).toBe(
    `The file of earlier answers "${file}" was made with another service; everything is read again.`,
  )
})

it.each<[string, (store: AnswerStore) => void]>([
  ['nothing', () => {}],
  ['failures', (store) => store.keep('a', { address: 'api:/a', status: 404 })],
  [
    'nothing that is of use',
    (store) => {
      store.keep('a', answerOf('b'), bodyOf('b'))
      store.refuse('a')
    },
  ],
])('Answers are kept when another service answered %s, because its address may be a mistake', (_, answer) => {
  fill(['a'])
  {
    using store = openAnswerStore(file, 'two')
    answer(store)
    store.commit({ isWhole: false })
    expect(store.notice).toBe(
      `The file of earlier answers "${file}" was made with another service and is left unchanged, because this run has no answer that can be used.`,
    )
  }
  expect(found(['a'])).toEqual({ found: ['a'], notice: undefined })
})

it('Answers for another token are requested again, and stay the last good ones until then', () => {
  const open = (token: string): AnswerStore => openAnswerStore(file, `service ${token}`, 'service')
  const refusal: KeptAnswer = { address: 'api:/', status: 401 }
  {
    using store = open('first')
    for (const name of ['a', 'b', 'd']) store.keep(name, answerOf(name), bodyOf(name))
    store.keep('c', refusal)
    store.commit()
  }
  {
    using store = open('first')
    for (const name of ['a', 'b', 'c']) store.find(name)
    store.keep('d', answerOf('e'), bodyOf('e'))
    store.refuse('d')
    store.commit()
  }
  {
    using store = open('none')
    expect([store.lastGood('c'), store.lastGood('d')?.answer]).toEqual([undefined, answerOf('d')])
    expect(store.notice).toBe(
      `The file of earlier answers "${file}" was made with another token; everything is read again.`,
    )
    expect(store.find('a')).toBeUndefined()
    for (const name of ['a', 'b']) store.keep(name, refusal)
    expect(store.lastGood('a')?.answer).toEqual(answerOf('a'))
    store.commit()
  }
  using store = open('second')
  store.keep('a', answerOf('a'))
  store.keep('b', refusal)
  store.commit()
  expect([store.lastGood('a'), store.lastGood('b')?.answer]).toEqual([undefined, answerOf('b')])
})
