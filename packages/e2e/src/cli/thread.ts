// What a further thread of `e2e cache ls` runs: its part of the looks, told in one message.
import { parentPort, workerData } from 'node:worker_threads';
import { type Share, takePortions } from './threads.ts';

parentPort?.postMessage(takePortions(workerData as Share));
