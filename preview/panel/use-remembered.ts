import { useState } from 'react'

/** A switch that the browser remembers. */
export function useRemembered(name: string, initial: boolean): [boolean, (value: boolean) => void] {
  const key = `preview.${name}`
  const [value, setValue] = useState(() => {
    try {
      return (localStorage.getItem(key) ?? String(initial)) === 'true'
    } catch {
      return initial // a browser without storage
    }
  })
  const set = (next: boolean): void => {
    setValue(next)
    try {
      localStorage.setItem(key, String(next))
    } catch {} // a browser without storage
  }
  return [value, set]
}
