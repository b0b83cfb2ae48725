import { type Control, roomOf } from './fields/field-problem.ts'
import type { FormProps, FormState } from './form-props.ts'

type Counted = {
  props: FormProps
  state: () => FormState
  change: (next: Partial<FormState>) => void
}

const pauseMs = 1000
const nearShare = 0.1

/** Shows how many characters a nearly full field still takes, and announces the number when the visitor pauses. */
export function countCharacters({ props, state, change }: Counted): (control: Control) => void {
  let pause: ReturnType<typeof setTimeout> | undefined
  return (control) => {
    const { name, value } = control
    const room = roomOf(control, props)
    const left = room >= 0 && room < nearShare * (room + value.trim().length) ? room : undefined
    if (state().left[name] !== left) change({ left: { ...state().left, [name]: left } })
    clearTimeout(pause)
    pause = setTimeout(() => {
      const near = left === undefined ? undefined : props.texts['form.left']?.replace('{{left}}', `${left}`)
      const spoken = room < 0 ? state().errors[name] : near
      if (state().spoken !== spoken) change({ spoken })
    }, pauseMs)
  }
}
