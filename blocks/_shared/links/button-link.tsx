import type { ReactNode } from 'react'
import type { Href } from '#blocks/_shared/reader.ts'
import { relOf, targetOf } from './rel-of.ts'

export type ButtonLinkProps = {
  href: Href
  target?: string
  children: ReactNode
  kind?: 'primary' | 'quiet'
  className?: string
}

/** A link that looks like a button. Use `primary` (amber) once in a view. A real `<button>` uses the same classes. */
export function ButtonLink({ href, target, children, kind = 'primary', className }: ButtonLinkProps) {
  return (
    <a
      className={`button is-${kind}${className ? ` ${className}` : ''}`}
      href={href}
      target={targetOf(target)}
      rel={relOf(target)}
    >
      {children}
    </a>
  )
}
