// The chart library, which the page has before its program.
declare const echarts: any;
