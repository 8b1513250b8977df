// The drift cases that race the machine. They are run last (vitest.config.ts), when little else is left to race with.
import { testCases } from './cases.fixture.ts';
import { allCases } from './suite.ts';

testCases(allCases().filter(({ situation }) => situation.alone));
