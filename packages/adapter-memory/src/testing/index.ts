// Tools for tests of programs that embed a tracker.
export { createTestTracker, type RecordedEvents, type TestTracker, type TestTrackerOptions } from './test-tracker.js'
export type { Builders, TestUser } from './builders.js'
export type { ClockStep, TestClock } from './clock.js'
export type { Failure, FailingVerb } from './failures.js'
export type { MemorySnapshot } from '../snapshot.js'
