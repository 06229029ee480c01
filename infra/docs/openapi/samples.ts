import { exampleIds } from '../../../lib/contract/field-texts.ts'
import { projectTexts, type Project } from '../../../lib/contract/project.ts'
import { taskTexts, trashedTaskTexts, type Task } from '../../../lib/contract/task.ts'
import { tokenTexts, type Token } from '../../../lib/contract/token.ts'
import { exampleOf } from './field-texts.ts'

/** The values of the document's examples: one small story, so that a reader meets the same task everywhere. */
export const ids = exampleIds

export const cursor = 'q1Zw3kXyTmBvMHxpZ29jZm86Y2owMDBxcnFtMw'

export const task = exampleOf<Task>(taskTexts())

export const trashedAt = exampleOf(trashedTaskTexts())

export const project = exampleOf<Project>(projectTexts())

export const token = exampleOf<Token>(tokenTexts())
