/** Where the left upper corner of the measured area is: further away than any drawing reaches. */
const corner = 9999
const cornerMark = `<rect x="-${corner}" y="-${corner}" width="1" height="1" style="fill:#000;stroke:none"/>`

/** Lengths of the root element that are no share of its place. */
const widthOfRoot = /\swidth="\s*[\d.][^%"]*"/
const heightOfRoot = /\sheight="\s*[\d.][^%"]*"/

/**
 * Returns a safe SVG with a `viewBox` around what it draws, if it has neither a `viewBox` nor a size. Browsers cannot
 * scale such a drawing, and would cut it at the edges of its place.
 */
export async function frameDrawing(svg: Buffer): Promise<Buffer> {
  const [root = ''] = /^<svg[^>]*>/.exec(svg.toString('utf8', 0, 10_000)) ?? []
  if (!root || /\sviewBox=/.test(root) || (widthOfRoot.test(root) && heightOfRoot.test(root))) return svg
  const content = svg.subarray(Buffer.byteLength(root))
  const { sharp } = await import('./encode/sharp.ts')
  const sizeOf = (body: Buffer) => sharp(body, { limitInputPixels: false }).metadata()
  try {
    const drawn = await sizeOf(svg)
    const fromCorner = await sizeOf(Buffer.concat([Buffer.from(root + cornerMark), content]))
    const [left, top] = [fromCorner.width - drawn.width - corner, fromCorner.height - drawn.height - corner]
    const viewBox = `viewBox="${left} ${top} ${drawn.width} ${drawn.height}"`
    return Buffer.concat([Buffer.from(root.replace('<svg', `<svg ${viewBox}`)), content])
  } catch {
    return svg // it draws nothing
  }
}
