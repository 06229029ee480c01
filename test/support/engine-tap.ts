export { EngineTap, type Exchange, type Fault } from '../../infra/faults/engine-tap.ts'
