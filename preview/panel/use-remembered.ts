import { useState } from 'react'

/** A text that the browser remembers. */
export function useRememberedText(name: string, initial: string): [string, (value: string) => void] {
  const key = `preview.${name}`
  const [value, setValue] = useState(() => {
    try {
      return localStorage.getItem(key) ?? initial
    } catch {
      return initial // a browser without storage
    }
  })
  const set = (next: string): void => {
    setValue(next)
    try {
      localStorage.setItem(key, next)
    } catch {} // a browser without storage
  }
  return [value, set]
}

/** A switch that the browser remembers. At first it is on. */
export function useRemembered(name: string): [boolean, (value: boolean) => void] {
  const [value, set] = useRememberedText(name, 'true')
  return [value === 'true', (next) => set(String(next))]
}
