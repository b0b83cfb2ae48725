type Limits = { documentBytes: number; documentDepth: number }
/** The most bytes and levels of nesting that an answer may have. */
export type AnswerLimits = { bytes: number; levels: number }

export function limitsOfDocument({ documentBytes, documentDepth }: Limits): AnswerLimits {
  return { bytes: documentBytes, levels: documentDepth }
}

/** A page of a collection holds many documents and two levels around them. */
export function limitsOfCollection({ documentBytes, documentDepth }: Limits): AnswerLimits {
  return { bytes: documentBytes * 12, levels: documentDepth + 2 }
}
