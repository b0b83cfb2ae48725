import { PassThrough } from 'node:stream'

/** A stream for people that is not a terminal, and the text written to it. */
export function textStream(): { stream: NodeJS.WriteStream; text: () => string } {
  const chunks: string[] = []
  const stream = new PassThrough().setEncoding('utf8').on('data', (chunk: string) => chunks.push(chunk))
  return { stream: stream as unknown as NodeJS.WriteStream, text: () => chunks.join('') } // printing uses nothing else of a stream
}
