"""Runs a private Slurm cluster on the loopback address. Keys, sockets, configuration and state are in a new folder."""

import os
import pathlib
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time

PROGRAMS = ["munged", "slurmctld", "slurmd", "sbatch", "squeue", "scancel", "sinfo"]
PATHS = os.pathsep.join([os.environ.get("PATH", ""), "/usr/sbin", "/sbin"])


def missing():
    """Names of required Slurm programs that are not installed."""
    return [name for name in PROGRAMS if not shutil.which(name, path=PATHS)]


def free_ports(count):
    """Unused ports of the loopback address."""
    held = [socket.socket() for _ in range(count)]
    try:
        for one in held:
            one.bind(("127.0.0.1", 0))
        return [one.getsockname()[1] for one in held]
    finally:
        for one in held:
            one.close()


class Process:
    """A process of this cluster, read from /proc: its process id, command line and environment."""

    def __init__(self, number):
        folder = pathlib.Path("/proc") / str(number)
        self.number = number
        self.words = (folder / "cmdline").read_bytes().decode(errors="replace").split("\0")
        pairs = (folder / "environ").read_bytes().decode(errors="replace").split("\0")
        self.environment = dict(pair.split("=", 1) for pair in pairs if "=" in pair)

    def kill(self):
        try:
            os.kill(self.number, signal.SIGKILL)
        except ProcessLookupError:
            pass


class Slurm:
    """A Slurm cluster. Each node has one slot and is bound to a core. Leaving the `with` statement kills all its processes."""

    def __init__(self, nodes):
        self.nodes = nodes
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="fairway-slurm-"))
        self.folder.chmod(0o755)
        self.configuration = self.folder / "slurm.conf"
        (self.folder / "tmp").mkdir()
        self.environment = {**os.environ, "PATH": PATHS, "SLURM_CONF": str(self.configuration),
                            "TMPDIR": str(self.folder / "tmp")}
        self.started = {}

    def __enter__(self):
        try:
            self._start()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        while alive := self.processes():
            for process in alive:
                process.kill()
            for started in self.started.values():
                started.poll()
            time.sleep(0.05)
        for started in self.started.values():
            started.wait()
        shutil.rmtree(self.folder)

    def processes(self):
        """All processes of this cluster: daemons, jobs and their child processes. Only these processes have the path of the
        configuration in their environment."""
        found = []
        for entry in os.listdir("/proc"):
            try:
                process = Process(int(entry))
            except (ValueError, OSError):
                continue
            if process.environment.get("SLURM_CONF") == str(self.configuration) and process.number != os.getpid():
                found.append(process)
        return found

    def tasks(self):
        """The processes of jobs, without Slurm's own processes."""
        return [process for process in self.processes() if "SLURM_JOB_ID" in process.environment]

    def kill_node(self, node):
        """Kills the daemon and all other processes of a node, as a power failure would."""
        self.started[node].kill()
        while gone := [process for process in self.processes() if node in (
                process.environment.get("FAIRWAY_NODE"), process.environment.get("SLURMD_NODENAME"))]:
            for process in gone:
                process.kill()
            self.started[node].poll()

    def run(self, *command, timeout=60, **options):
        """Runs a command with this Slurm."""
        return subprocess.run([str(word) for word in command], env=self.environment, capture_output=True, text=True,
                              timeout=timeout, check=False, **options)

    def queue(self):
        """The jobs in the queue as {(array job, task): state}. A job that is not an array has the task N/A."""
        told = self.run("squeue", "--noheader", "--array", "--format", "%F %K %T")
        assert told.returncode == 0, told.stderr
        return {tuple(line.split()[:2]): line.split()[2] for line in told.stdout.splitlines()}

    def logs(self):
        """The last part of each daemon's log, for the message of a failed test."""
        return "\n".join(f"{log.name}:\n{log.read_text(errors='replace')[-3000:]}" for log in self.folder.glob("*.log"))

    def _start(self):
        user = pwd.getpwuid(os.getuid()).pw_name
        host = socket.gethostname().split(".")[0]
        control, *ports = free_ports(1 + len(self.nodes))
        here = self.folder
        key = here / "munge.key"
        key.write_bytes(os.urandom(128))
        key.chmod(0o600)
        (here / "state").mkdir()
        lines = [
            "ClusterName=fairway", f"SlurmctldHost={host}(127.0.0.1)", f"SlurmctldPort={control}",
            f"SlurmUser={user}", f"SlurmdUser={user}",
            # A requeued job waits until its credential has expired, so credentials expire after 5 s.
            "AuthType=auth/munge", f"AuthInfo=socket={here}/munge.sock,cred_expire=5", "CredType=cred/munge",
            f"StateSaveLocation={here}/state", f"SlurmdSpoolDir={here}/spool-%n",
            f"SlurmctldPidFile={here}/slurmctld.pid", f"SlurmdPidFile={here}/slurmd-%n.pid",
            f"SlurmctldLogFile={here}/slurmctld.log", f"SlurmdLogFile={here}/slurmd-%n.log",
            "ProctrackType=proctrack/linuxproc", "TaskPlugin=task/none", "JobAcctGatherType=jobacct_gather/none",
            "AccountingStorageType=accounting_storage/none", "MpiDefault=none", "SwitchType=switch/none",
            "SelectType=select/cons_tres", "SelectTypeParameters=CR_Core",
            "SlurmdTimeout=5", "KillWait=5", "MinJobAge=10", "ReturnToService=2",
            "SchedulerParameters=sched_interval=1,sched_min_interval=0,batch_sched_delay=0",
        ]
        cores = sorted(os.sched_getaffinity(0))
        for node, port in zip(self.nodes, ports):
            (here / f"spool-{node}").mkdir()
            lines.append(f"NodeName={node} NodeHostname={host} NodeAddr=127.0.0.1 Port={port} CPUs=2")
        lines.append("PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP")
        self.configuration.write_text("\n".join(lines) + "\n", encoding="utf-8")
        self._daemon("munged", ["munged", "--foreground", "--force", f"--key-file={key}", f"--socket={here}/munge.sock",
                                f"--pid-file={here}/munged.pid", f"--log-file={here}/munged.log",
                                f"--seed-file={here}/munge.seed", "--num-threads=2"])
        self._wait("munged", lambda: (here / "munge.sock").exists())
        self._daemon("slurmctld", ["slurmctld", "-D", "-c", "-f", self.configuration])
        for i, node in enumerate(self.nodes):
            self._daemon(node, ["slurmd", "-D", "-N", node, "-f", self.configuration], cores=[cores[i % len(cores)]])
        self._wait("the nodes", lambda: self.run("sinfo", "--noheader", "--Node", "--states=idle", "--format=%N")
                   .stdout.split() == self.nodes)

    def _daemon(self, name, command, cores=None):
        with open(self.folder / f"{name}.log", "wb") as log:
            self.started[name] = subprocess.Popen(
                command, env={**self.environment, "FAIRWAY_NODE": name}, cwd=self.folder, stdin=subprocess.DEVNULL, stdout=log,
                stderr=log, start_new_session=True,
                preexec_fn=(lambda: os.sched_setaffinity(0, cores)) if cores else None)

    def _wait(self, what, ready, seconds=30):
        end = time.monotonic() + seconds
        while not ready():
            assert time.monotonic() < end, f"{what} did not start in {seconds} s:\n{self.logs()}"
            time.sleep(0.1)
