import { KeyboardSensor, PointerActivationConstraints, PointerSensor, type Sensors } from '@dnd-kit/dom'
import type { Direction } from './place.ts'

const keys = new Map<string, Direction>([
  ['ArrowUp', 'up'],
  ['ArrowDown', 'down'],
  ['ArrowLeft', 'left'],
  ['ArrowRight', 'right'],
  ['PageUp', 'pageUp'],
  ['PageDown', 'pageDown'],
  ['Home', 'top'],
  ['End', 'end'],
])

type KeyDown = Parameters<KeyboardSensor['handleKeyDown']>

/** dnd-kit's keyboard sensor, except that a key moves the card by one place instead of some pixels. */
const stepSensor = (onStep: (direction: Direction) => void) =>
  class extends KeyboardSensor {
    constructor(...given: ConstructorParameters<typeof KeyboardSensor>) {
      super(...given)
      // a drag may end without a key press: the key listeners must still be removed
      this.manager.monitor.addEventListener('dragend', () => {
        this.cleanup()
      })
    }

    protected override handleKeyDown(...given: KeyDown): void {
      const [event] = given
      const direction = keys.get(event.code)
      if (!direction) {
        super.handleKeyDown(...given)
        return
      }
      event.preventDefault()
      onStep(direction)
    }
  }

const isOn = (event: PointerEvent, element: Element | undefined) =>
  event.target instanceof Node && element?.contains(event.target) === true

/**
 * The mouse lifts a card by any part of it. A finger lifts it by the handle at once, elsewhere after a long press;
 * otherwise it scrolls. `onStep` is called when a key moves the lifted card.
 */
export const sensorsOf = (onStep: (direction: Direction) => void): Sensors => [
  PointerSensor.configure({
    activatorElements: (source) => [source.element],
    activationConstraints: (event, source) =>
      event.pointerType === 'touch' && !isOn(event, source.handle)
        ? [new PointerActivationConstraints.Delay({ value: 250, tolerance: 8 })]
        : [new PointerActivationConstraints.Distance({ value: 5 })],
    // the buttons on a card are small: a drag may begin on them too
    preventActivation: () => false,
  }),
  {
    plugin: stepSensor(onStep),
    options: {
      keyboardCodes: {
        ...{ start: ['Space', 'Enter'], end: ['Space', 'Enter'], cancel: ['Escape', 'Tab'] },
        ...{ up: [], down: [], left: [], right: [] },
      },
    },
  },
]
