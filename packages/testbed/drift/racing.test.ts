// The drift cases that race the machine. They are a project of their own (vitest.config.ts), which begins when all other tests have ended.
import { testCases } from './cases.fixture.ts';
import { allCases } from './suite.ts';

testCases(allCases().filter(({ situation }) => situation.races));
