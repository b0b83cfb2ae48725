import { addAbortSignal, Readable } from 'node:stream'
import type { S3Client, S3ClientConfig } from '@aws-sdk/client-s3'
import { UsageError } from '#content/finding.ts'

/** A store of objects by name, on another machine. Every call throws if it fails, and ends if `signal` aborts. */
export type ObjectStore = {
  /** To be called first. Loads the packages that are needed, and finds credentials. */
  open(): Promise<void>
  /** The bytes of an object. Undefined if the object does not exist. */
  get(name: string, signal: AbortSignal): Promise<Buffer | undefined>
  put(name: string, bytes: Buffer, signal: AbortSignal): Promise<void>
  /** Names of the objects in a folder, without the folder. */
  list(folder: string, signal: AbortSignal): Promise<Set<string>>
}

/** A bucket, and a folder in it (`prefix`, without a trailing slash). An empty prefix is the whole bucket. */
export type S3Place = { bucket: string; prefix: string }

/** Parses `s3://bucket/prefix`. Throws a `UsageError` for anything else. */
export function parseS3Address(address: string): S3Place {
  const [, bucket, prefix = ''] =
    /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/([\w!.*'()/-]*))?$/.exec(address) ?? []
  if (bucket !== undefined) return { bucket, prefix: prefix.replace(/\/$/, '') }
  throw new UsageError(`"${address}" is not an address of a remote cache.`, {
    hint: 'Name a bucket and a folder in it, as in s3://bucket/site. If the store is not at Amazon, set AWS_ENDPOINT_URL_S3 to its address.',
  })
}

/** None of our objects has more bytes. A larger object is not read. */
const maxBytes = 64 * 1024 * 1024
const maxListed = 200_000

/**
 * Opens a bucket of any S3-compatible store, with the endpoint, region and credentials that the SDK finds. If the SDK
 * finds no credentials and the bucket is only read, requests are not signed, so that a public bucket can be used.
 */
export function openS3Store({ bucket, prefix }: S3Place, { isReadOnly }: { isReadOnly: boolean }): ObjectStore {
  const keyOf = (name: string): string => (prefix ? `${prefix}/${name}` : name)
  let sdk: typeof import('@aws-sdk/client-s3') | undefined
  let client: S3Client | undefined
  const opened = () => {
    if (!sdk || !client) throw new Error('The store was not opened.')
    return { sdk, client }
  }
  return {
    async open() {
      sdk = await import('@aws-sdk/client-s3')
      client = new sdk.S3Client(clientConfig())
      const hasCredentials = await client.config.credentials().then(
        ({ accessKeyId }) => accessKeyId !== '',
        () => false,
      )
      if (isReadOnly && !hasCredentials) client = new sdk.S3Client({ ...clientConfig(), ...unsigned })
    },
    async get(name, signal) {
      const { sdk, client } = opened()
      const command = new sdk.GetObjectCommand({ Bucket: bucket, Key: keyOf(name) })
      const answer = await client.send(command, { abortSignal: signal }).catch(undefinedIfMissing)
      return answer && readBytes(answer.Body, signal)
    },
    async put(name, bytes, signal) {
      const { sdk, client } = opened()
      await client.send(new sdk.PutObjectCommand({ Bucket: bucket, Key: keyOf(name), Body: bytes }), {
        abortSignal: signal,
      })
    },
    async list(folder, signal) {
      const { sdk, client } = opened()
      const start = keyOf(`${folder}/`)
      const names = new Set<string>()
      let token: string | undefined
      do {
        const command = new sdk.ListObjectsV2Command({ Bucket: bucket, Prefix: start, ContinuationToken: token })
        const answer = await client.send(command, { abortSignal: signal })
        for (const { Key } of answer.Contents ?? []) if (Key?.startsWith(start)) names.add(Key.slice(start.length))
        token = answer.NextContinuationToken
      } while (token !== undefined && names.size < maxListed)
      return names
    },
  }
}

function clientConfig(): S3ClientConfig {
  const { AWS_REGION, AWS_DEFAULT_REGION, AWS_ENDPOINT_URL_S3, AWS_ENDPOINT_URL } = process.env
  return {
    // Stores other than Amazon's support no regions, no buckets as host names and no checksums after a body.
    ...(!AWS_REGION && { region: AWS_DEFAULT_REGION || 'us-east-1' }),
    forcePathStyle: Boolean(AWS_ENDPOINT_URL_S3 || AWS_ENDPOINT_URL),
    followRegionRedirects: true,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 2,
    requestHandler: { connectionTimeout: 3000, httpsAgent: { maxSockets: 32 }, httpAgent: { maxSockets: 32 } },
  }
}

const unsigned: S3ClientConfig = {
  credentials: { accessKeyId: 'none', secretAccessKey: 'none' },
  signer: { sign: async (request) => request },
}

function undefinedIfMissing(error: unknown): undefined {
  // An error of the SDK, or any other error.
  const { name, $metadata } = error as { name?: string; $metadata?: { httpStatusCode?: number } }
  if (name === 'NoSuchKey' || (name === 'NotFound' && $metadata?.httpStatusCode === 404)) return undefined
  throw error
}

async function readBytes(body: unknown, signal: AbortSignal): Promise<Buffer> {
  if (!(body instanceof Readable)) throw new Error('the answer has no body')
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of addAbortSignal(signal, body)) {
    chunks.push(chunk)
    length += chunk.length
    if (length > maxBytes) throw new Error('the answer is larger than any object of this cache')
  }
  return Buffer.concat(chunks)
}
